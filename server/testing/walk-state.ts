import type { Pool } from 'pg';
import { expect } from 'vitest';
import { type Model, type ModelPlacement, sumOf } from './walk-model.ts';

/** A placement with all its rows, read as a single row. */
interface StoredPlacement {
  id: string;
  status: string;
  summary: string;
  entries: [id: string, hours: number, decision: number, signedOff: boolean][];
  reflections: [id: string, status: string, answer: string][];
  files: string[];
  evaluations: number;
  approved: string[];
  accepted_sum: number;
}

export type StoredState = StoredPlacement[];

/** Every placement of an opportunity, with all its rows. */
export async function storedState(pool: Pool, opportunityId: string): Promise<StoredState> {
  const { rows } = await pool.query<StoredPlacement>({
    name: 'walk state',
    text: `select p.id, p.business_status as status, p.final_summary as summary,
        (select coalesce(json_agg(json_build_array(e.id, e.total_hours, e.business_approved, e.signed_off)
          order by e.id), '[]') from hour_entries e where e.project_id = p.id) as entries,
        (select coalesce(json_agg(json_build_array(r.id, r.status, r.answer_text) order by r.ordinal), '[]')
          from project_reflections r where r.project_id = p.id) as reflections,
        array(select f.file_id::text from project_files f where f.project_id = p.id order by 1) as files,
        (select count(*) from evaluations v where v.project_id = p.id) as evaluations,
        array(select a.item from project_approvals a where a.project_id = p.id order by 1) as approved,
        (select coalesce(sum(e.total_hours), 0) from hour_entries e
          where e.project_id = p.id and e.business_approved = 1) as accepted_sum
      from projects p where p.opportunity_id = $1 order by p.id`,
    values: [opportunityId],
  });
  return rows;
}

/**
 * Invariants that must never be violated, by name: one query over all rows that depend on one opportunity.
 */
const BROKEN = `
  with o as (select * from opportunities where id = $1),
    p as (select * from projects where opportunity_id = $1),
    a as (select * from applications where opportunity_id = $1)
  select 'more accepted than slots' as broken from o where accepted_count > available_slots
  union all select 'a seat is miscounted' from o
    where accepted_count <> (select count(*) from a where status = 'Accepted')
  union all select 'accepted without its project' from a
    where status = 'Accepted' and (select count(*) from p where p.application_id = a.id) <> 1
  union all select 'a project of no acceptance' from p
    where not exists (select from a where a.id = p.application_id and a.status = 'Accepted'
      and a.student_id = p.student_id)
  union all select 'a project of another business' from p, o where p.business_id <> o.business_id
  union all select 'another client' from (
      select client_id from p union all select client_id from a
      union all select e.client_id from hour_entries e join p on p.id = e.project_id
      union all select r.client_id from project_reflections r join p on p.id = r.project_id
      union all select f.client_id from project_files f join p on p.id = f.project_id
      union all select v.client_id from evaluations v join p on p.id = v.project_id
      union all select g.client_id from project_approvals g join p on p.id = g.project_id
    ) as found, o where found.client_id <> o.client_id
  union all select 'signed off and not approved' from hour_entries e join p on p.id = e.project_id
    where e.signed_off and e.business_approved <> 1
  union all select 'more than two evaluations' from p
    where (select count(*) from evaluations v where v.project_id = p.id) > 2`;

export async function brokenInvariants(pool: Pool, opportunityId: string): Promise<string[]> {
  const query = { name: 'walk invariants', text: BROKEN, values: [opportunityId] };
  return (await pool.query<{ broken: string }>(query)).rows.map((row) => row.broken);
}

const toStored = (one: ModelPlacement): StoredPlacement => ({
  id: one.id,
  status: one.status,
  summary: one.summary,
  entries: one.entries
    .map(({ id, hours, decision, signedOff }): StoredPlacement['entries'][number] => [
      id,
      hours,
      decision,
      signedOff,
    ])
    .sort(([id], [other]) => (id < other ? -1 : 1)),
  reflections: one.reflections.map(({ id, status, answer }) => [id, status, answer]),
  files: [...one.files].sort(),
  evaluations: one.evaluations,
  approved: [...one.approved].sort(),
  accepted_sum: sumOf(one.entries, 1),
});

/** Expects the database to match the model exactly. */
export function expectModel(model: Model, state: StoredState): void {
  const known = model.students.flatMap(({ placement }) => (placement ? [toStored(placement)] : []));
  expect(state).toEqual(known.sort((one, other) => (one.id < other.id ? -1 : 1)));
}

/** Expects everything that staff approved and nobody reopened to be unchanged. */
export function expectApprovedUnchanged(before: StoredState, after: StoredState): void {
  for (const was of before) {
    const is = after.find(({ id }) => id === was.id);
    if (!is) throw new Error(`project ${was.id} is gone`);
    const stays = (item: string) => was.approved.includes(item) && is.approved.includes(item);
    if (stays('summary')) expect(is.summary).toBe(was.summary);
    if (stays('reflection')) expect(is.reflections.map(answerOf)).toEqual(was.reflections.map(answerOf));
    if (stays('project')) expect(is.files).toEqual(was.files);
    if (stays('evals')) expect(is.evaluations).toBe(was.evaluations);
    // Reopening unlocks an entry without changing its decision, so this step must leave it as it was.
    for (const [id, hours, decision, signedOff] of was.entries)
      if (signedOff) expect(is.entries.map((one) => one.slice(0, 3))).toContainEqual([id, hours, decision]);
    if (stays('hours')) expect(is.accepted_sum).toBe(was.accepted_sum);
  }
}

const answerOf = ([id, , answer]: StoredPlacement['reflections'][number]) => [id, answer];
