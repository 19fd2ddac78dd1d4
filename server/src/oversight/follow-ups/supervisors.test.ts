import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { beforeEach, expect, test } from 'vitest';
import { aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';

/* Follow-ups about who supervises a placement (docs/behavior/follow-ups.md#kinds). */
const server = startTestServer();
const { filterFollowUps, remindFollowUps } = followUpCalls;
const wanted = {
  kind: 'supervisor' as const,
  older_than: null,
  snoozed: false,
  school_attending: [],
  affiliated_program: [],
};

beforeEach(() => {
  server.jobs.mail.length = 0;
});

/** A placement with a supervisor on file, staff who ask, and the list of follow-ups. */
async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, project, business } = placement;
  const { owner } = server.database;
  const staff = server.as(await server.aTeacher({ client }));
  const name = (email: string | null) =>
    owner.query(
      `update projects set supervisor_id = (select id from business_contacts where business_id = $2 and email = $3)
        where id = $1`,
      [project.id, business.id, email],
    );
  await name(OWEN);
  await owner.query(`update projects set created_at = '2026-02-02' where id = $1`, [project.id]);
  const list = async () =>
    (await staff.call(filterFollowUps, wanted)).map(({ _id, since, waits_on }) => [_id, since, ...waits_on]);
  const tokenTo = (email: string) =>
    /\/link\/([\w-]{43})/.exec(server.jobs.mail.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  const ask = () => staff.call(supervisorCalls.askSupervisor, { project_id: project.id });
  const waiting = [`supervisor:${project.id}`, '2026-03-04', 'business'];
  return { ...placement, owner, staff, name, list, tokenTo, ask, waiting };
}

test('a supervisor who was asked to confirm and has not is reminded by a link, until one of the links is used', async () => {
  const { staff, ask, list, tokenTo, waiting } = await aPlacement();
  expect(await list()).toEqual([]);
  await ask();
  const first = tokenTo(OWEN);
  expect(await list()).toEqual([waiting]);
  server.jobs.mail.length = 0;
  await staff.call(remindFollowUps, { _ids: [waiting[0] ?? ''] });
  const [mail] = server.jobs.mail;
  expect([mail?.to, mail?.subject]).toEqual([
    OWEN,
    'Reminder: Confirm that you supervise Ada L.: Boat builder',
  ]);
  const token = tokenTo(OWEN);
  expect(token).not.toBe(first);
  expect(await (await openLink(server, token)).text()).toContain('Do you supervise this intern?');
  await postLink(server, token, { name: 'Owen Bay', do: 'confirm' });
  expect(await list()).toEqual([]);
});

test('a supervisor who is asked again has been asked since the first time', async () => {
  const { ask, list, owner, project } = await aPlacement();
  await ask();
  await owner.query(`update links set created_at = '2026-03-02T15:00:00Z' where subject_id = $1`, [
    project.id,
  ]);
  await ask();
  expect(await list()).toEqual([[`supervisor:${project.id}`, '2026-03-02', 'business']]);
});

test('after the supervisor passed it on, the colleague is reminded', async () => {
  const { staff, ask, list, tokenTo, waiting } = await aPlacement();
  await ask();
  const colleague = { from_name: 'Owen', to_name: 'Lee', to_email: 'lee@bay.test', do: 'pass-on' };
  await postLink(server, tokenTo(OWEN), colleague);
  expect(await list()).toEqual([waiting]);
  server.jobs.mail.length = 0;
  await staff.call(remindFollowUps, { _ids: [waiting[0] ?? ''] });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual(['lee@bay.test']);
});

test('while mail to the supervisor is returned, the business is reminded to name a supervisor', async () => {
  const { owner, staff, ask, business, waiting } = await aPlacement();
  await ask();
  await owner.query(
    'update business_contacts set mail_returned_at = now() where email = $1 and business_id = $2',
    [OWEN, business.id],
  );
  server.jobs.mail.length = 0;
  await staff.call(remindFollowUps, { _ids: [waiting[0] ?? ''] });
  const [mail] = server.jobs.mail;
  expect([mail?.to, mail?.subject]).toEqual([
    business.email,
    'Reminder: Say who supervises Ada L.: Boat builder',
  ]);
  expect(mail?.text).toContain('/interns/viewall');
});

test('if supervisors confirm, a placement that has begun without one waits for the business', async () => {
  const { client, owner, project, name, ask, list, tokenTo, business } = await aPlacement();
  await name(null);
  expect(await list()).toEqual([]);
  // Another placement's supervisor confirms.
  const other = await aLinkedPlacement(server, { client });
  await owner.query(
    `insert into supervisor_confirmations (client_id, project_id, email, name, confirmed_at)
     values ($1, $2, $3, 'Owen', now())`,
    [business.clientId, other.project.id, OWEN],
  );
  await owner.query(
    `update projects set supervisor_id = (select id from business_contacts where business_id = $2 limit 1) where id = $1`,
    [other.project.id, other.business.id],
  );
  const setStart = (day: string) =>
    owner.query(
      'update opportunities set employment_start = $2 where id = (select opportunity_id from projects where id = $1)',
      [project.id, day],
    );
  await setStart('2026-03-05');
  expect(await list()).toEqual([]);
  await setStart('2026-03-04');
  expect(await list()).toEqual([[`supervisor:${project.id}`, '2026-03-04', 'business']]);
  await name(OWEN);
  expect(await list()).toEqual([]);
  await ask();
  await postLink(server, tokenTo(OWEN), { name: 'Owen Bay', do: 'confirm' });
  expect(await list()).toEqual([]);
});
