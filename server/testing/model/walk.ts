import { Dice } from '../../src/demo/random.ts';
import { type Actor, beginnings, Cast, withFiles } from './cast.ts';
import { act, type Choice, standing, toOp } from './model.ts';
import { look, send } from './send.ts';
import { type State, students } from './state.ts';
import type { World } from './world.ts';

/** Without a link, because its pages are for terms. */
const INTERESTS = { passwords: false, signUps: false, files: true, trespasses: true };

/**
 * A walk: one move after the other, by those who may make it and those who may not. After each one, all placements must
 * be those of the model, and no row may contradict another. Returns what happened, ending with what was wrong.
 */
export async function walk(
  world: World,
  seed: number,
  moves: number,
): Promise<{ trace: string[]; failure: string | null }> {
  const dice = new Dice(seed * 104_729);
  const room = { spots: dice.pick([1, 1, 2]), places: 0 };
  const ids = await world.begin(`walk-${seed}`, room);
  const cast = new Cast(world, ids, { dice, interests: INTERESTS });
  // Mostly people who have something to do.
  const people = ['Ada', 'Ada', 'Ada', 'Ben', 'Cy', 'business', 'business', 'business 2', 'admin', 'admin'];
  const strangers = ['teacher', 'rival', 'outsider'];
  const trace: string[] = [];
  let state: State = cast.firstState(room);
  let lastId = 0;
  const network = `10.9.${(seed >> 8) & 255}.${seed & 255}`;
  const momentOf = ({ session }: Actor) => {
    const now = world.clock.now();
    return {
      id: lastId + 1,
      session: session?.label ?? null,
      now: now.getTime(),
      today: now.toISOString().slice(0, 10),
    };
  };

  const make = async (actor: Actor, choice: Choice): Promise<string | null> => {
    const op = toOp(choice, momentOf(actor));
    lastId += 1;
    op.hasRead &&= `text ${op.student}` in ids.rows;
    const expected = act(state, op, standing(state, op));
    const reply = await send(world, op, { ids, token: actor.session?.token, network });
    trace.push(`${actor.name} ${JSON.stringify(choice)} => ${reply.text}`);
    if (reply.text !== expected.reply) return `the reply was not ${expected.reply}`;
    state = expected.state;
    cast.hear(actor, op, reply);
    await look(world, ids);
    return null;
  };

  const check = async (): Promise<string | null> => {
    const teacher = cast.by('teacher');
    for (const student of students.filter((one) => state.placements[one])) {
      const op = toOp({ do: 'read placement', student }, momentOf(teacher));
      const { reply } = act(state, op, standing(state, op));
      const { text } = await send(world, op, { ids, token: teacher.session?.token, network });
      if (text !== reply) return `${student}'s placement is ${text} instead of ${reply}`;
    }
    // No reply says which hours are signed off.
    const found = Object.keys(ids.rows).filter((name) => name.startsWith('signed off '));
    const signedOff = students.flatMap((student) =>
      Object.entries(state.placements[student]?.entries ?? {}).flatMap(([entry, one]) =>
        one.signedOff ? [entry] : [],
      ),
    );
    if (
      found.sort().join() !==
      signedOff
        .map((entry) => `signed off ${entry}`)
        .sort()
        .join()
    )
      return `${found.join(', ') || 'nothing'} instead of ${signedOff.join(', ') || 'nothing'}`;
    const { rows } = await world.pools.owner.query<{ broken: string }>({
      name: 'contradictions',
      text: CONTRADICTIONS,
      values: [ids.client],
    });
    return rows.map(({ broken }) => broken).join(', ') || null;
  };

  const run = async (): Promise<string | null> => {
    const name = dice.pick([...Object.keys(beginnings), 'all is handed in', 'all is handed in']);
    const files = ['empty', 'offers'].includes(name) ? [] : withFiles;
    for (const steps of [...(beginnings[name] ?? []), ...files])
      for (const [who, choice] of steps(lastId)) {
        const wrong = await make(cast.by(who), choice);
        if (wrong) return wrong;
      }
    for (let count = 0; count < moves; count += 1) {
      const actor = cast.by(dice.pick(dice.chance(0.15) ? strangers : people));
      const choice = cast.choose(actor, state, momentOf(actor));
      const wrong = choice && ((await make(actor, choice)) ?? (await check()));
      if (wrong) return wrong;
    }
    return null;
  };
  return { trace, failure: await run() };
}

const CONTRADICTIONS = `
  with p as (select * from projects where client_id = $1),
    a as (select * from applications where client_id = $1)
  select 'a spot is miscounted' as broken from opportunities o where client_id = $1 and (accepted_count > available_slots
    or accepted_count <> (select count(*) from a where a.opportunity_id = o.id and status = 'Accepted'))
  union all select 'accepted without its placement' from a
    where status = 'Accepted' and (select count(*) from p where p.application_id = a.id) <> 1
  union all select 'a placement without its acceptance' from p where not exists (select from a
    where a.id = p.application_id and a.status = 'Accepted' and a.student_id = p.student_id)
  union all select 'another business' from p join opportunities o on o.id = p.opportunity_id
    where p.business_id <> o.business_id
  union all select 'signed off and not approved' from hour_entries e join p on p.id = e.project_id
    where e.signed_off and e.business_approved <> 1`;
