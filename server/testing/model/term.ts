import { Dice } from '../../src/demo/random.ts';
import { OTHER_PASSWORD, PASSWORD } from './account-moves.ts';
import { type Actor, beginnings, Cast, type Interests, withFiles } from './cast.ts';
import { act, type Choice, type Moment, standing, toOp } from './model.ts';
import { Orders } from './orders.ts';
import { type Action, Deadlock, nameOf, type Statement } from './scheduler.ts';
import { look, type Reply, send } from './send.ts';
import { type Op, type Standing, type State, students } from './state.ts';
import { findStrays } from './stray-files.ts';
import type { World } from './world.ts';

/** The outcome of a term. The trace says what happened in which order, without ids and times. */
export interface Term {
  seed: number;
  trace: string[];
  /** Null if every reply was one that the model allows. */
  failure: string | null;
}

/** An action under way. */
interface Going {
  action: Action;
  actor: Actor;
  op: Op;
  /** Whether its connection was ended, so that its effect is unknown. */
  crashed: boolean;
  reply: Reply | null;
}

const ACTIONS = { from: 8, to: 22 };
const AT_ONCE = 4;
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
let termsBegun = 0;

/** Plays one term. The same seed makes the same choices. */
export async function playTerm(world: World, seed: number): Promise<Term> {
  const dice = new Dice(seed * 7919);
  termsBegun += 1;
  const room = { spots: dice.pick([1, 1, 2, 3]), places: dice.pick([0, 1, 1, 2]) };
  const interests: Interests = {
    passwords: dice.chance(0.15),
    signUps: dice.chance(0.2),
    files: seed % 4 === 0,
    trespasses: false,
  };
  // The same seed may be played again on the same database.
  const ids = await world.begin(`${seed}-${termsBegun}`, room);
  const cast = new Cast(world, ids, { dice, interests });
  const network = `10.${(termsBegun >> 16) & 255}.${(termsBegun >> 8) & 255}.${termsBegun & 255}`;
  const term = new Play(world, {
    dice,
    cast,
    network,
    hasFiles: interests.files,
    first: cast.firstState(room),
  });
  return { seed, failure: await term.play(), trace: term.trace };
}

/** Plays this many terms until one fails. Returns its seed, what was wrong, and its trace. */
export async function findFault(
  world: World,
  { seed, terms }: { seed: number; terms: number },
): Promise<string | null> {
  for (let next = seed; next < seed + terms; next += 1) {
    const { failure, trace } = await playTerm(world, next);
    if (failure !== null) return [`seed ${next}: ${failure}`, ...trace].join('\n');
  }
  return null;
}

interface Setting {
  dice: Dice;
  cast: Cast;
  network: string;
  hasFiles: boolean;
  first: State;
}

class Play {
  readonly trace: string[] = [];
  readonly #world: World;
  readonly #dice: Dice;
  readonly #cast: Cast;
  readonly #network: string;
  readonly #hasFiles: boolean;
  readonly #hasCrashes: boolean;
  #going: Going[] = [];
  readonly #orders: Orders<State, Op, Standing>;
  #lastId = 0;
  #isTomorrow = false;
  readonly #succeeded = new Set<number>();
  readonly #lost = new Set<number>();

  constructor(world: World, { dice, cast, network, hasFiles, first }: Setting) {
    this.#world = world;
    this.#dice = dice;
    this.#cast = cast;
    this.#network = network;
    this.#hasFiles = hasFiles;
    this.#hasCrashes = dice.chance(0.3);
    this.#orders = new Orders({ standing, act }, first);
  }

  async play(): Promise<string | null> {
    try {
      const beginning = beginnings[this.#dice.pick(BEGINNINGS)] ?? [];
      for (const steps of [...beginning, ...(this.#hasFiles ? withFiles : [])])
        for (const [who, choice] of steps(this.#lastId)) await this.#alone(who, choice);
      await this.#run(this.#dice.between(ACTIONS.from, ACTIONS.to), AT_ONCE);
      return await this.#compare();
    } catch (failure) {
      await this.#drain();
      if (failure instanceof Failure || failure instanceof Deadlock) return failure.message;
      throw failure;
    }
  }

  /** Starts this many actions, and releases one statement after the other until all have ended. */
  async #run(actions: number, atOnce: number): Promise<void> {
    const { scheduler } = this.#world;
    let left = actions;
    for (;;) {
      await scheduler.settle();
      this.#finish();
      // Not while a request is in transit: it reads the clock when it arrives.
      if (this.#dice.chance(0.06)) this.#moveClock();
      const { waiting } = scheduler;
      const canBegin = left > 0 && this.#going.length < atOnce;
      if (!canBegin && waiting.length === 0) {
        if (scheduler.isIdle) return;
        throw new Deadlock('every transaction waits');
      }
      if (canBegin && (waiting.length === 0 || this.#dice.chance(0.25))) {
        left -= 1;
        await this.#begin();
      } else this.#next(this.#dice.pick(waiting));
    }
  }

  #next(statement: Statement): void {
    const { scheduler } = this.#world;
    const going = this.#going.find(({ action }) => action === statement.action);
    const who = going ? `${going.actor.name}#${going.op.id}` : 'nobody';
    const canCrash = this.#hasCrashes && going && !going.crashed && !statement.text.startsWith('begin');
    if (canCrash && this.#dice.chance(0.03)) {
      const when = this.#dice.pick(['before', 'after'] as const);
      going.crashed = true;
      this.trace.push(`${who}: connection lost ${when} ${nameOf(statement.text)}`);
      void scheduler.crash(statement, when);
      return;
    }
    this.trace.push(`${who}: ${nameOf(scheduler.release(statement))}`);
  }

  #moveClock(): void {
    const { clock } = this.#world;
    const seconds = this.#dice.pick([1, 11, 11, 300]);
    // One night at most: sessions end after a day without use.
    const isNight = !this.#isTomorrow && this.#dice.chance(0.15);
    this.#isTomorrow ||= isNight;
    clock.moveBy(isNight ? 15 * 3_600_000 : seconds * 1000);
    this.trace.push(isNight ? 'the next day' : `${seconds} s later`);
  }

  async #begin(): Promise<void> {
    const idle = this.#cast.actors.filter(({ busy }) => !busy);
    // Only actions on the same student's files compete for them.
    const adas = this.#hasFiles && this.#dice.chance(0.6) ? idle.filter(({ user }) => user === 'Ada') : [];
    const actor = this.#dice.pick(adas.length > 0 ? adas : idle);
    const choice = this.#cast.choose(actor, this.#orders.state, this.#momentOf(actor));
    if (choice) await this.#start(actor, choice);
  }

  #momentOf({ session }: Actor): Moment {
    const now = this.#world.clock.now();
    return {
      id: this.#lastId + 1,
      session: session?.label ?? null,
      now: now.getTime(),
      today: DAY.format(now),
    };
  }

  async #start(actor: Actor, choice: Choice): Promise<void> {
    const op = toOp(choice, this.#momentOf(actor));
    this.#lastId = op.id;
    const { ids } = this.#cast;
    await look(this.#world, ids);
    // People sign what their page showed.
    op.hasRead &&= `text ${op.student}` in ids.rows;
    const action: Action = { id: op.id, waiting: 0 };
    const going: Going = { action, actor, op, crashed: false, reply: null };
    this.#going.push(going);
    actor.busy = true;
    this.trace.push(`${actor.name}#${op.id} ${JSON.stringify(choice)}`);
    this.#orders.begin(op.id, op);
    const from = { ids, token: actor.session?.token, network: this.#network };
    void this.#world.scheduler
      .act(action, async () => {
        going.reply = await send(this.#world, op, from);
      })
      .catch(() => {
        // A failed job is retried.
        going.reply = { text: '503 unavailable', status: 503 };
      });
  }

  /** Checks the replies of the actions that have ended, and lets their actors continue. */
  #finish(): void {
    const ended = this.#going.filter(({ reply }) => reply);
    this.#going = this.#going.filter(({ reply }) => !reply);
    for (const { actor, op, reply, crashed } of ended) {
      if (!reply) continue;
      actor.busy = false;
      this.trace.push(`${actor.name}#${op.id} => ${reply.text}`);
      if (reply.status === 200) this.#succeeded.add(op.id);
      if (crashed && reply.status === 503) {
        // Its mail may be one that was never sent.
        this.#cast.receive(op);
        this.#lost.add(op.id);
        this.#orders.lose(op.id);
        continue;
      }
      const allowed = this.#orders.reply(op.id, reply.text);
      if (allowed)
        throw new Failure(
          `${actor.name}#${op.id} ${op.do}: the reply was "${reply.text}" instead of ${allowed.map((one) => `"${one}"`).join(' or ')}`,
        );
      this.#cast.hear(actor, op, reply);
    }
  }

  /** After the last action, everything that the term has changed is read through calls, and must match the model. */
  async #compare(): Promise<string | null> {
    const { links, ids } = this.#cast;
    const admin = this.#cast.by('admin');
    const isMasked = () => {
      const session = admin.session && this.#orders.state.sessions[admin.session.label];
      return session?.user !== 'admin';
    };
    // After a lost reply, either of two passwords may be the current one.
    for (const password of [PASSWORD, OTHER_PASSWORD])
      if (isMasked()) await this.#alone('admin', { do: 'log in', user: 'admin', password });
    await this.#alone('admin', { do: 'read applicants' });
    await look(this.#world, ids);
    for (const student of students.filter((one) => ids.rows[`project ${one}`])) {
      await this.#alone('admin', { do: 'read placement', student });
      await this.#alone('admin', { do: 'read agreement', student });
      if (!this.#hasFiles) continue;
      if (!isMasked()) await this.#alone('admin', { do: 'read picture', student });
      await this.#alone(student, { do: 'read files' });
    }
    for (const link of links) await this.#alone('phone', { do: 'open link', link });
    const strays = await findStrays(this.#world, ids.client, {
      succeeded: this.#succeeded,
      lost: this.#lost,
    });
    return strays.join(', ') || null;
  }

  async #alone(who: string, choice: Choice): Promise<void> {
    await this.#start(this.#cast.by(who), choice);
    await this.#run(0, 1);
  }

  /** After a failure, lets everything under way end. */
  async #drain(): Promise<void> {
    const { scheduler } = this.#world;
    while (!scheduler.isIdle) {
      await scheduler.settle('deadlocks');
      const [first] = scheduler.waiting;
      if (first) scheduler.release(first);
      else return;
    }
  }
}

const BEGINNINGS = ['empty', 'offers', 'placement', 'approved hours', 'agreement'];

class Failure extends Error {}
