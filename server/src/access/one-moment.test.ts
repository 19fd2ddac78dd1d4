import { peopleCalls } from '@waypost/contract/people/calls';
import { profileCalls } from '@waypost/contract/profiles/calls';
import { projectCalls } from '@waypost/contract/projects/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { untilLockWait } from '../../testing/waiting.ts';

const server = startTestServer();

test('a reply shows one moment, whatever is committed between its statements', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student, business: await server.aBusiness({ client }) });
  const other = await server.database.owner.connect();
  await other.query('begin');
  // One of the call's later statements waits for this table.
  await other.query('lock table project_approvals in access exclusive mode');
  const admin = server.as(await server.anAdmin({ client }));
  const asked = admin.call(projectCalls.loadStudentProject, { project_id: project.id });
  await untilLockWait(server.database.owner);
  await other.query(
    `insert into project_approvals (client_id, project_id, item, approved_by, approved_at)
     values ($1, $2, 'hours', $3, now())`,
    [client.id, project.id, student.id],
  );
  await other.query('commit');
  other.release();
  expect((await asked).approvals).toEqual([]);
});

test('a call that only asks, but also counts, runs again if the count has changed meanwhile', async () => {
  const client = await server.aClient();
  const business = server.as(await server.aBusiness({ client }));
  await business.call(peopleCalls.searchStudents, { search: 'Ada' });
  const other = await server.database.owner.connect();
  await other.query('begin');
  await other.query('update tries set count = count + 1');
  const asked = business.send(peopleCalls.searchStudents, { search: 'Ada' });
  await untilLockWait(server.database.owner);
  await other.query('commit');
  other.release();
  expect((await asked).status).toBe(200);
});

test('a view is recorded although another entry of the audit trail came first', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const project = await server.aProject({ student, business: await server.aBusiness({ client }) });
  const [admin, teacher] = [await server.anAdmin({ client }), await server.aTeacher({ client })];
  const lock = await server.database.owner.connect();
  await lock.query('begin');
  await lock.query('lock table project_approvals in access exclusive mode');
  const asked = server.as(admin).send(projectCalls.loadStudentProject, { project_id: project.id });
  await untilLockWait(server.database.owner);
  await server.as(teacher).call(profileCalls.getUser, { id: other.id });
  await lock.query('rollback');
  lock.release();
  expect((await asked).status).toBe(200);
  const { rows } = await server.database.owner.query(
    'select actor_id from audit_entries where client_id = $1 order by at',
    [client.id],
  );
  expect(rows.map(({ actor_id }) => actor_id).sort()).toEqual([admin.id, teacher.id].sort());
});
