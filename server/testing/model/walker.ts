import type { Dice } from '../../src/demo/random.ts';
import { type Actor, Cast, type Interests } from './cast.ts';
import { act, type Choice, type Moment, standing, toOp } from './model.ts';
import { clockIn, dayText } from './school-days.ts';
import { look, send } from './send.ts';
import type { State } from './state.ts';
import type { Ids, World } from './world.ts';

/** Without a link, because its pages are for terms. */
const INTERESTS: Interests = { passwords: false, signUps: false, files: true, trespasses: true };

interface Beginning {
  name: string;
  dice: Dice;
  spots: number;
  network: string;
  zone: string;
}

/** The people of a new school system, who make one move after the other. */
export class Walker {
  readonly trace: string[] = [];
  readonly cast: Cast;
  state: State;
  lastId = 0;
  readonly #world: World;
  readonly #network: string;
  readonly #zone: string;

  private constructor(
    world: World,
    cast: Cast,
    { state, network, zone }: { state: State } & Pick<Beginning, 'network' | 'zone'>,
  ) {
    this.#world = world;
    this.cast = cast;
    this.state = state;
    this.#network = network;
    this.#zone = zone;
  }

  static async begin(world: World, { name, dice, spots, network, zone }: Beginning): Promise<Walker> {
    const room = { spots, places: 0 };
    const cast = new Cast(world, await world.begin(name, room), { dice, interests: INTERESTS });
    return new Walker(world, cast, { state: cast.firstState(room), network, zone });
  }

  get ids(): Ids {
    return this.cast.ids;
  }

  momentOf({ session }: Actor): Moment {
    const now = this.#world.clock.now();
    return {
      id: this.lastId + 1,
      session: session?.label ?? null,
      now: now.getTime(),
      today: dayText(clockIn(this.#zone, now.getTime()).day),
    };
  }

  /** What the product and the model reply to a choice; `state` is the model's after it. */
  async ask(actor: Actor, choice: Choice) {
    const op = toOp(choice, this.momentOf(actor));
    op.hasRead &&= `text ${op.student}` in this.ids.rows;
    const expected = act(this.state, op, standing(this.state, op));
    const from = { ids: this.ids, token: actor.session?.token, network: this.#network };
    return { op, expected, reply: await send(this.#world, op, from) };
  }

  /** Makes a move. Returns what was wrong with the reply, or null. */
  async make(actor: Actor, choice: Choice): Promise<string | null> {
    const { op, expected, reply } = await this.ask(actor, choice);
    this.lastId += 1;
    this.trace.push(`${actor.name} ${JSON.stringify(choice)} => ${reply.text}`);
    if (reply.text !== expected.reply) return `the reply was not ${expected.reply}`;
    this.state = expected.state;
    this.cast.hear(actor, op, reply);
    await look(this.#world, this.ids);
    return null;
  }

  /** Makes the moves of a beginning. Returns what was wrong with the first reply that differed, or null. */
  async makeAll(all: readonly ((last: number) => (readonly [who: string, choice: Choice])[])[]) {
    for (const steps of all)
      for (const [who, choice] of steps(this.lastId)) {
        const wrong = await this.make(this.cast.by(who), choice);
        if (wrong) return wrong;
      }
    return null;
  }
}
