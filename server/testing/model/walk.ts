import { Dice } from '../../src/demo/random.ts';
import { beginnings, withFiles } from './cast.ts';
import { students } from './state.ts';
import { Walker } from './walker.ts';
import type { World } from './world.ts';

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
  const walker = await Walker.begin(world, {
    name: `walk-${seed}`,
    dice,
    spots: dice.pick([1, 1, 2]),
    zone: 'America/New_York',
    network: `10.9.${(seed >> 8) & 255}.${seed & 255}`,
  });
  const { cast, ids, trace } = walker;
  // Mostly people who have something to do.
  const people = ['Ada', 'Ada', 'Ada', 'Ben', 'Cy', 'business', 'business', 'business 2', 'admin', 'admin'];
  const strangers = ['teacher', 'rival', 'outsider'];

  const check = async (): Promise<string | null> => {
    const { placements } = walker.state;
    for (const student of students.filter((one) => placements[one])) {
      const { reply, expected } = await walker.ask(cast.by('teacher'), { do: 'read placement', student });
      if (reply.text !== expected.reply)
        return `${student}'s placement is ${reply.text} instead of ${expected.reply}`;
    }
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
    const wrong = await walker.makeAll([...(beginnings[name] ?? []), ...files]);
    if (wrong) return wrong;
    for (let count = 0; count < moves; count += 1) {
      const actor = cast.by(dice.pick(dice.chance(0.15) ? strangers : people));
      const choice = cast.choose(actor, walker.state, walker.momentOf(actor));
      const failure = choice && ((await walker.make(actor, choice)) ?? (await check()));
      if (failure) return failure;
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
    where p.business_id <> o.business_id`;
