import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { anOpportunityForm } from '../../../../contract/testing/opportunity-form.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';

/*
 * In each test, a transaction has changed rows but not committed when a call arrives, and commits once the call waits
 * for it. Without the lock, the call would decide by outdated rows.
 */
const server = startTestServer();

const { deleteOpportunity, editOpportunity } = opportunityCalls;

/** Runs `first`, starts `call` so that it waits, then runs `then` and commits. */
async function meanwhile<T>(
  first: (other: PoolClient) => Promise<unknown>,
  call: () => Promise<T>,
  then: (other: PoolClient) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const other = await server.database.owner.connect();
  try {
    await other.query('begin');
    await first(other);
    const called = call();
    await untilLockWait(server.database.owner);
    await then(other);
    await other.query('commit');
    return await called;
  } finally {
    await other.query('rollback');
    other.release();
  }
}

const aForm = anOpportunityForm({ available_slots: 1 });

test('a student’s application keeps an opportunity that is being deleted', async () => {
  const business = await server.aBusiness();
  const student = await server.aStudent({ clientId: business.clientId });
  const { id, clientId } = await server.anOpportunity({ business });
  const reply = await meanwhile(
    (other) =>
      other.query(
        `insert into applications (client_id, opportunity_id, student_id, status, cover_letter, applied_at)
         values ($1, $2, $3, 'New', 'Please', now())`,
        [clientId, id, student.id],
      ),
    () => server.as(business).call(deleteOpportunity, { id }),
  );
  expect(reply).toEqual({ message: 'fail' });
});

test('a spot taken while the positions are being lowered counts', async () => {
  const business = await server.aBusiness();
  const { id } = await server.anOpportunity({ business, acceptedCount: 1 });
  const refused = await meanwhile(
    (other) => other.query('update opportunities set accepted_count = 2 where id = $1', [id]),
    () => server.as(business).refusal(editOpportunity, { ...aForm, _id: id }),
  );
  expect(refused.problem.errors).toEqual({
    available_slots: ['2 spots are taken already: offer at least 2'],
  });
});

test('an acceptance while the student is being removed from the list succeeds', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const [ada, zoe] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const opportunity = await server.anOpportunity({ business, selected: [ada, zoe] });
  const offer = await server.anApplication({ opportunity, student: ada, status: 'Offered' });
  const form = { ...aForm, audience: 'Specific' as const, student_ids: [zoe.id], _id: opportunity.id };
  // An acceptance moves the application first and then takes the spot.
  const refused = await meanwhile(
    (other) => other.query(`update applications set status = 'Accepted' where id = $1`, [offer.id]),
    () => server.as(business).refusal(editOpportunity, form),
    (other) =>
      other.query('update opportunities set accepted_count = accepted_count + 1 where id = $1', [
        opportunity.id,
      ]),
  );
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['student_ids']]);
});

test('a student who is deleted while being selected is not selected', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const student = await server.aStudent({ client });
  const form = { ...aForm, audience: 'Specific' as const, student_ids: [student.id] };
  const refused = await meanwhile(
    (other) => other.query('delete from users where id = $1', [student.id]),
    () => server.as(business).refusal(opportunityCalls.createOpportunity, form),
  );
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['student_ids']]);
});

test('a focus area that is deleted while being used is not on the list', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const form = { ...aForm, focus_areas: [client.area.name] };
  const refused = await meanwhile(
    (other) => other.query('delete from focus_areas where id = $1', [client.area.id]),
    () => server.as(business).refusal(opportunityCalls.createOpportunity, form),
  );
  expect(refused.problem.errors).toEqual({ focus_areas: [`“${client.area.name}” is not on the list`] });
});
