import { calendarCalls } from '@waypost/contract/oversight/calendar/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { whileItWaits } from '../../../testing/waiting.ts';

const server = startTestServer();

/** One of the later statements of `loadStudentProject` needs this table. */
const holdApprovals = (other: PoolClient) =>
  other.query('lock table project_approvals in access exclusive mode');

test('a reply shows one moment, whatever is committed between its statements', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student, business: await server.aBusiness({ client }) });
  const admin = server.as(await server.anAdmin({ client }));
  const { approvals } = await whileItWaits(
    server.database.owner,
    holdApprovals,
    () => admin.call(projectCalls.loadStudentProject, { project_id: project.id }),
    (other) =>
      other.query(
        `insert into project_approvals (client_id, project_id, item, approved_by, approved_at)
         values ($1, $2, 'hours', $3, now())`,
        [client.id, project.id, student.id],
      ),
  );
  expect(approvals).toEqual([]);
});

test('a call that only asks, but also counts, runs again if the count has changed meanwhile', async () => {
  const client = await server.aClient();
  const business = server.as(await server.aBusiness({ client }));
  await business.call(peopleCalls.searchStudents, { search: 'Ada' });
  const { status } = await whileItWaits(
    server.database.owner,
    (other) => other.query('update tries set count = count + 1'),
    () => business.send(peopleCalls.searchStudents, { search: 'Ada' }),
    async () => undefined,
  );
  expect(status).toBe(200);
});

test('a view is recorded although another entry of the audit trail came first', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const project = await server.aProject({ student, business: await server.aBusiness({ client }) });
  const [admin, teacher] = [await server.anAdmin({ client }), await server.aTeacher({ client })];
  const { status } = await whileItWaits(
    server.database.owner,
    holdApprovals,
    () => server.as(admin).send(projectCalls.loadStudentProject, { project_id: project.id }),
    () => server.as(teacher).call(profileCalls.getUser, { id: other.id }),
  );
  expect(status).toBe(200);
  const { rows } = await server.database.owner.query(
    'select actor_id from audit_entries where client_id = $1',
    [client.id],
  );
  expect(rows.map(({ actor_id }) => actor_id).sort()).toEqual([admin.id, teacher.id].sort());
});

test('a caller whose account is removed during the call is logged out', async () => {
  const student = await server.aStudent({ client: await server.aClient() });
  const { status } = await whileItWaits(
    server.database.owner,
    (other) => other.query('delete from users where id = $1', [student.id]),
    () => server.as(student).refusal(calendarCalls.makeCalendarFeed, {}),
    async () => undefined,
  );
  expect(status).toBe(401);
});
