import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { without } from '../../../testing/without-locks.ts';
import { hourEntries } from '../../platform/database/tables/projects.ts';

const { approveHours, createHoursEntry, deleteHoursEntry } = hoursCalls;

const server = startTestServer();

/** The student deletes the entry while the business approves it. */
async function race() {
  const student = await server.aStudent();
  const business = await server.aBusiness({ clientId: student.clientId });
  const project = await server.aProject({ student, business });
  const { id } = await server.someHours(project);
  const [deleted, approved] = await Promise.all([
    server.as(student).send(deleteHoursEntry, { project_id: project.id, hours_log_id: id }),
    server.as(business).send(approveHours, { project_id: project.id, hours_id: id, business_approved: 1 }),
  ]);
  const kept = await server.db.select().from(hourEntries).where(eq(hourEntries.id, id));
  return { deleted: deleted.status, approved: approved.status, kept: kept.length };
}

test('concurrently approved and deleted hours are either deleted or stay, and both replies agree', async () => {
  for (let round = 0; round < rounds(15); round++)
    expect([
      { deleted: 200, approved: 404, kept: 0 },
      { deleted: 409, approved: 200, kept: 1 },
    ]).toContainEqual(await race());
});

test('without the lock, approved hours are lost', async () => {
  without.placementLock = true;
  let lost = false;
  for (let round = 0; round < 300 && !lost; round++) {
    const { approved, kept } = await race();
    lost = approved === 200 && kept === 0;
  }
  expect(lost).toBe(true);
});

/** The student logs an hour during a termination of the placement, and gets the reply afterwards. */
async function logDuringTermination() {
  const student = await server.aStudent();
  const project = await server.aProject({ student });
  const terminating = await server.database.owner.connect();
  try {
    await terminating.query('begin');
    await terminating.query(`update projects set business_status = 'terminated' where id = $1`, [project.id]);
    const logging = server.as(student).send(createHoursEntry, {
      project_id: project.id,
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      total_hours: 1,
      text_log: 'Worked.',
    });
    await untilLockWait(server.database.owner);
    await terminating.query('commit');
    return (await logging).status;
  } finally {
    terminating.release();
  }
}

test('no hours can be added while the placement is being terminated', async () => {
  expect(await logDuringTermination()).toBe(409);
});

test('without the lock, hours can be added meanwhile', async () => {
  without.placementLock = true;
  expect(await logDuringTermination()).toBe(200);
});

/** Two tabs log 15 hours each for one day, on two placements. */
async function fillOneDay() {
  const student = await server.aStudent();
  const projects = [await server.aProject({ student }), await server.aProject({ student })];
  const replies = await Promise.all(
    projects.map(({ id: project_id }) =>
      server.as(student).send(createHoursEntry, {
        project_id,
        start_date: '2026-03-02',
        end_date: '2026-03-02',
        total_hours: 15,
        text_log: 'Worked.',
      }),
    ),
  );
  return replies.map(({ status }) => status).sort();
}

test('two tabs cannot fill more than one day', async () => {
  for (let round = 0; round < rounds(15); round++) expect(await fillOneDay()).toEqual([200, 400]);
});

test('without the lock, they can', async () => {
  without.daysLock = true;
  let isOverfull = false;
  for (let round = 0; round < 300 && !isOverfull; round++) isOverfull = !(await fillOneDay()).includes(400);
  expect(isOverfull).toBe(true);
});
