import { linkPurposes } from '@waypost/contract/messages/links/rules';
import { eq, inArray } from 'drizzle-orm';
import { Client } from 'pg';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { rounds } from '../../../testing/rounds.ts';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { linkActs, links } from '../../platform/database/tables/links.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const DAY = 86_400_000;

/** A link to one pending entry, and the input of its page's button for it. */
async function aLink() {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  const approval = {
    name: 'Grace Hopper',
    seen: server.clock.now().toISOString(),
    do: `all ${placement.project.id} 1`,
  };
  const decision = async () => {
    const [entry] = await server.db.select().from(hourEntries).where(eq(hourEntries.id, placement.hours.id));
    return entry?.businessApproved;
  };
  const rows = () => server.db.select().from(links).where(eq(links.accountId, placement.business.id));
  const audited = () =>
    server.db.select().from(auditEntries).where(eq(auditEntries.clientId, placement.business.clientId));
  return { ...placement, token, approval, decision, rows, audited };
}

const tokenIn = (text: string) => /\/link\/([\w-]{43})/.exec(text)?.[1] ?? '';

/** The statements that the server sends to the database during a request, in order. */
async function stepsOf(request: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(Client.prototype, 'query');
  await request();
  const steps = sent.mock.calls.map(([query]) => JSON.stringify((query as { text?: string }).text ?? query));
  sent.mockRestore();
  return steps;
}

test('only its hash is stored, and its page contains no token', async () => {
  const { token, rows } = await aLink();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect(await (await openLink(server, token)).text()).not.toContain(token);
});

test('opening a link changes nothing and does not use it up, with GET and HEAD', async () => {
  const { token, rows, decision, audited } = await aLink();
  const before = await rows();
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET'])
    expect((await openLink(server, token, { method })).status).toBe(200);
  expect([await rows(), await decision(), await audited()]).toEqual([before, 0, []]);
});

test.each(['all', 'approve', 'disapprove', 'pass-on', 'not-me', ''])(
  'a program that presses “%s” without typing changes nothing, and the link still works',
  async (button) => {
    const { token, rows, decision, approval, project, hours } = await aLink();
    const before = await rows();
    const pressed = button === 'all' ? `all ${project.id} 1` : button;
    const reply = await postLink(server, token, [
      ['name', ''],
      ['who', ''],
      ['seen', approval.seen],
      ['entry', hours.id],
      ['do', pressed],
    ]);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('aria-invalid="true"');
    expect([await rows(), await decision()]).toEqual([before, 0]);
    expect(server.jobs.mail).toEqual([]);
    expect((await postLink(server, token, approval)).status).toBe(200);
    expect(await decision()).toBe(1);
  },
);

test('an error without a field takes the focus, and the page’s title starts with “Error”', async () => {
  const { token, approval, project } = await aLink();
  const refused = async (button: string, status: number) => {
    const reply = await postLink(server, token, { ...approval, do: button });
    const page = await reply.text();
    expect([reply.status, page.match(/ autofocus/g)?.length]).toEqual([status, 1]);
    expect(page).toContain('<title>Error: Approve hours</title>');
    return page;
  };
  expect(await refused(`all ${project.id} 9`, 409)).toContain('role="alert" tabindex="-1" autofocus="">');
  expect(await refused('approve', 400)).toContain(
    'class="wrong" tabindex="-1" autofocus="">Check the entries',
  );
  expect(await (await openLink(server, token)).text()).not.toContain('autofocus');
});

test('its page cannot be cached, load resources or leak its address', async () => {
  const { token } = await aLink();
  const { headers } = await openLink(server, token);
  const said = Object.fromEntries(headers);
  expect(said).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'DENY',
  });
  expect(said['content-security-policy']).toMatch(
    /^default-src 'none';style-src 'sha256-[\w+/=]+';img-src data:;form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
  );
});

test('records actions by link with who, when and how they were identified', async () => {
  const { token, approval, business, student, audited } = await aLink();
  const page = await (await postLink(server, token, approval)).text();
  expect(page).toContain('Ada L.: 1 entry approved, 2.50 hours');
  expect(page).toMatch(/By Grace Hopper, 03\/04\/2026 10:00\sAM EST/);
  const [entry] = await audited();
  expect(entry).toMatchObject({
    action: 'decide hours',
    actorId: null,
    actorName: 'Grace Hopper',
    subjectId: student.id,
    details: {
      purpose: 'hours',
      decision: 'approved',
      entries: 1,
      hours: '2.50',
      identified: `link to ${business.email.slice(0, 1)}•••@${business.email.split('@')[1]}, name typed`,
    },
  });
});

test('a used link shows its receipt at the same address, however often it is opened', async () => {
  const { token, approval, audited } = await aLink();
  await postLink(server, token, approval);
  for (const reply of [await openLink(server, token), await postLink(server, token, approval)]) {
    expect(reply.status).toBe(200);
    const page = await reply.text();
    expect(page).toContain('Everything here is done.');
    expect(page).toContain('1 entry approved, 2.50 hours');
    expect(page).not.toContain('id="name"');
  }
  expect(await audited()).toHaveLength(1);
});

test('a guessed, altered, revoked or deleted link gets the same page, status and headers', async () => {
  const { token, rows, client } = await aLink();
  const other = await aLink();
  await postLink(server, other.token, { who: 'Eve', do: 'not-me' });
  const gone = await aLink();
  await server.db.delete(links).where(eq(links.accountId, gone.business.id));
  const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  const pagesShown = await Promise.all(
    [
      'x'.repeat(43),
      altered,
      `${token}x`,
      token.slice(1),
      other.token,
      gone.token,
      'x',
      '%00',
      `${token}/`,
    ].map(async (one) => {
      const reply = await openLink(server, one);
      const headers = Object.fromEntries(reply.headers);
      delete headers.date;
      return { status: reply.status, headers, page: await reply.text() };
    }),
  );
  expect(pagesShown[0]?.status).toBe(404);
  expect(pagesShown[0]?.page).toContain('This link doesn’t work');
  for (const one of pagesShown) expect(one).toEqual(pagesShown[0]);
  const unreadable = await openLink(server, '%zz');
  expect([unreadable.status, await unreadable.text()]).toEqual([404, pagesShown[0]?.page]);
  expect(unreadable.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await rows()).toHaveLength(1);
  expect(client.id).toBeTruthy();
});

test('runs the same queries for a link that never existed as for one that did', async () => {
  const revoked = await aLink();
  await postLink(server, revoked.token, { who: 'Eve', do: 'not-me' });
  const gone = await aLink();
  await server.db.delete(links).where(eq(links.accountId, gone.business.id));
  for (const request of [
    (token: string) => openLink(server, token),
    (token: string) => postLink(server, token, revoked.approval),
  ]) {
    const never = await stepsOf(() => request('x'.repeat(43)));
    expect(never.length).toBeGreaterThan(3);
    expect(await stepsOf(() => request(revoked.token))).toEqual(never);
    expect(await stepsOf(() => request(gone.token))).toEqual(never);
  }
});

test('a POST to a revoked link is refused in the same way and does nothing', async () => {
  const { token, approval, decision } = await aLink();
  await postLink(server, token, { who: 'Eve', do: 'not-me' });
  expect((await postLink(server, token, approval)).status).toBe(404);
  expect(await decision()).toBe(0);
});

test('“This isn’t me” revokes the link, mails the administrators and tells staff at the bell', async () => {
  const { token, client, business, audited } = await aLink();
  const teacher = await server.aTeacher({ client });
  const admin = await server.anAdmin({ client });
  await server.anAdmin();
  server.jobs.mail.length = 0;
  const page = await (await postLink(server, token, { who: 'Eve Smith, next door', do: 'not-me' })).text();
  expect(page).toContain('The school was told');
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
    [admin.email, 'A link reached the wrong person'],
  ]);
  expect(server.jobs.mail[0]?.text).toContain('Eve Smith, next door');
  const path = `/profile/view/${business.id}`;
  expect(server.jobs.mail[0]?.text).toContain(`${path}\n`);
  for (const { id } of [admin, teacher])
    expect(await server.db.select().from(notices).where(eq(notices.userId, id))).toMatchObject([
      { kind: 'wrong person', text: `A link to ${business.email} reached the wrong person`, path },
    ]);
  expect(await audited()).toMatchObject([
    { action: 'refuse link', actorName: 'Eve Smith, next door', subjectId: business.id },
  ]);
});

test.each(['expired', 'done'])(
  '“This isn’t me” is on the page of a link that is %s, and ends it',
  async (state) => {
    const { token, rows, approval, business } = await aLink();
    if (state === 'done') await postLink(server, token, approval);
    else
      await server.db
        .update(links)
        .set({ expiresAt: server.clock.now() })
        .where(eq(links.accountId, business.id));
    expect(await (await openLink(server, token)).text()).toContain('This isn’t me');
    expect((await postLink(server, token, { who: '', do: 'not-me' })).status).toBe(400);
    expect((await rows())[0]?.revokedAt).toBeNull();
    const page = await (await postLink(server, token, { who: 'Eve', do: 'not-me' })).text();
    expect(page).toContain('The school was told');
    expect((await openLink(server, token)).status).toBe(404);
  },
);

test('“This isn’t me” also ends the other links to that address for the same subject', async () => {
  const { token, issue } = await aLink();
  const [again, other] = [await issue('hours'), await issue('evaluation')];
  await postLink(server, token, { who: 'Eve', do: 'not-me' });
  expect((await openLink(server, again)).status).toBe(404);
  expect((await openLink(server, other)).status).toBe(200);
});

test('an expired link is not renewed for an address that is no longer on file', async () => {
  const { issue, project, business } = await aLinkedPlacement(server);
  const rows = () => server.db.select().from(links).where(eq(links.subjectId, project.id));
  const expire = () =>
    server.db.update(links).set({ expiresAt: server.clock.now() }).where(eq(links.subjectId, project.id));
  const renew = async (token: string) => {
    server.jobs.mail.length = 0;
    const page = await (await postLink(server, token, { name: 'Grace', do: 'renew' })).text();
    return [page.includes('A new link is on its way'), server.jobs.mail.map(({ to }) => to)];
  };
  const token = await issue('evaluation', OWEN);
  await expire();
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('we can’t send a new one to the address that it was sent to. Call School system');
  expect(page).not.toContain('Send me a new link');
  // A contact of the business who does not supervise this placement gets no link either.
  expect(await renew(token)).toEqual([false, []]);
  expect(await rows()).toHaveLength(1);
  await server.database.owner.query(
    `update projects p set supervisor_id = c.id from business_contacts c
      where p.id = $1 and c.business_id = $2 and c.email = $3`,
    [project.id, business.id, OWEN],
  );
  expect(await renew(token)).toEqual([true, [OWEN]]);
  const passed = { from_name: 'Owen', to_name: 'Lee', to_email: 'lee@bay.test', do: 'pass-on' };
  await postLink(server, tokenIn(server.jobs.mail[0]?.text ?? ''), passed);
  const colleagues = tokenIn(server.jobs.mail.find(({ to }) => to === 'lee@bay.test')?.text ?? '');
  await expire();
  expect(await renew(colleagues)).toEqual([true, ['lee@bay.test']]);
});

test.each([
  ['consent', { confirmed: false }],
  ['sign', { maySign: false }],
  ['progress', { confirmed: false }],
] as const)('an expired link for %s is not renewed for a guardian with %j', async (purpose, change) => {
  const { issue, student } = await aLinkedPlacement(server);
  const token = await issue(purpose);
  server.clock.moveBy(30 * DAY);
  onTestFinished(() => server.clock.moveBy(-30 * DAY));
  server.jobs.mail.length = 0;
  await server.db.update(guardians).set(change).where(eq(guardians.studentId, student.id));
  const page = await (await postLink(server, token, { name: 'Anne', do: 'renew' })).text();
  expect(page).toContain('we can’t send a new one to the address that it was sent to. Call School system');
  expect([page.includes('Send me a new link'), server.jobs.mail]).toEqual([false, []]);
});

test('an expired link to sign is not renewed once its agreement has expired', async () => {
  const { issue, agreement } = await aLinkedPlacement(server);
  const token = await issue('sign');
  await server.db
    .update(links)
    .set({ expiresAt: server.clock.now() })
    .where(eq(links.subjectId, agreement.id));
  expect(await (await openLink(server, token)).text()).toContain('Send me a new link');
  await server.db
    .update(agreements)
    .set({ expiresAt: server.clock.now() })
    .where(eq(agreements.id, agreement.id));
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('This agreement can no longer be signed: Expired.');
  expect(page).not.toContain('Send me a new link');
  server.jobs.mail.length = 0;
  await postLink(server, token, { name: 'Anne', do: 'renew' });
  expect(server.jobs.mail).toEqual([]);
});

test('passing a link on sends a colleague a new one and revokes the first', async () => {
  const { token, approval, decision, audited } = await aLink();
  server.jobs.mail.length = 0;
  const passed = { from_name: 'Grace', to_name: 'Alan Turing', to_email: 'alan@bay.test', do: 'pass-on' };
  const page = await (await postLink(server, token, passed)).text();
  expect(page).toContain('You passed this on to Alan Turing');
  const [mail, ...others] = server.jobs.mail;
  expect([mail?.to, others]).toEqual(['alan@bay.test', []]);
  expect(mail?.subject).toBe('Approve hours · Bayside Marine');
  expect(mail?.text).toContain('Grace passed this on to you.\n\nYou get this email for Bayside Marine.\n');
  expect(await audited()).toMatchObject([
    { action: 'pass on link', actorName: 'Grace', details: { colleague: 'Alan Turing <alan@bay.test>' } },
  ]);
  await postLink(server, token, approval);
  expect(await decision()).toBe(0);
  await postLink(server, tokenIn(mail?.text ?? ''), { ...approval, name: 'Alan Turing' });
  expect(await decision()).toBe(1);
});

test('rejects an invalid address of a colleague at its field, and keeps the input', async () => {
  const { token, rows } = await aLink();
  const reply = await postLink(server, token, {
    from_name: 'Grace',
    to_name: 'Alan',
    to_email: 'alan at bay',
    do: 'pass-on',
  });
  expect(reply.status).toBe(400);
  const page = await reply.text();
  expect(page).toContain('must be a valid email address');
  expect(page).toContain('value="alan at bay"');
  expect(page).toContain('<details open=""><summary>Pass this on');
  expect(await rows()).toHaveLength(1);
});

test('after 30 days it offers a new link, only to the address on file', async () => {
  const { token, approval, decision, business } = await aLink();
  server.clock.moveBy(30 * DAY);
  onTestFinished(() => server.clock.moveBy(-30 * DAY));
  server.jobs.mail.length = 0;
  expect((await postLink(server, token, approval)).status).toBe(200);
  expect(await decision()).toBe(0);
  const page = await (await openLink(server, token)).text();
  expect(page).toContain(`This link has expired. We can send a new one to ${business.email.slice(0, 1)}•••@`);
  expect(page).not.toContain(business.email);
  const pressed = await postLink(server, token, { do: 'renew' });
  expect([pressed.status, server.jobs.mail]).toEqual([400, []]);
  const renewed = { name: 'Grace', do: 'renew', to_email: 'eve@elsewhere.test' };
  const after = await (await postLink(server, token, renewed)).text();
  expect(after).toContain('A new link is on its way to');
  expect(after).not.toContain('This link has expired');
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('You get this email for Bayside Marine.\n');
  const fresh = tokenIn(server.jobs.mail[0]?.text ?? '');
  await postLink(server, fresh, { ...approval, seen: server.clock.now().toISOString() });
  expect(await decision()).toBe(1);
  for (let more = 0; more < 4; more++) await postLink(server, token, renewed);
  expect((await postLink(server, token, renewed)).status).toBe(429);
});

test('if two people act at once, exactly one decides', async () => {
  const { token, issue, approval, hours, audited } = await aLink();
  const other = await issue('hours');
  const refusal = [
    ['name', 'Alan'],
    ['seen', approval.seen],
    ['entry', hours.id],
    ['reason', 'Not here.'],
    ['do', 'disapprove'],
  ] as [string, string][];
  const replies = await Promise.all([
    postLink(server, token, approval),
    postLink(server, other, refusal),
    postLink(server, token, approval),
    postLink(server, other, refusal),
  ]);
  const decisions = (await audited()).filter(({ action }) => action === 'decide hours');
  expect(decisions).toHaveLength(1);
  for (const { status } of replies) expect([200, 409]).toContain(status);
});

test('if two people say at once that it isn’t for them, neither gets the revoked link’s form', async () => {
  const notMe = { who: 'Eve', do: 'not-me' };
  for (let round = 0; round < rounds(3); round += 1) {
    server.clock.moveBy(10 * 60_000);
    const { token } = await aLink();
    const replies = await Promise.all([postLink(server, token, notMe), postLink(server, token, notMe)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

test('another site cannot post, but our own page can despite its opaque origin', async () => {
  const { token, approval, decision } = await aLink();
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://waypost.test' },
  ] as Record<string, string>[])
    expect((await postLink(server, token, approval, headers)).status).toBe(403);
  const old = await server.visitor().fetch(`/link/${token}`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.test' },
    body: new URLSearchParams(approval),
  });
  expect([old.status, await decision()]).toEqual([403, 0]);
  expect((await postLink(server, token, approval)).status).toBe(200);
});

test('replies with a page to a body that is not a form', async () => {
  const { token } = await aLink();
  const reply = await server.visitor().fetch(`/link/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{"name":"Grace"}',
  });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
});

test('a link gives no access to the calls of accounts', async () => {
  const { token, project, hours } = await aLink();
  for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `waypost_session=${token}` }]) {
    const reply = await fetch(`${server.origin}/api/project_update_hoursApproval`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' } as Record<string, string>,
      body: JSON.stringify({ project_id: project.id, hours_id: hours.id, business_approved: 1 }),
    });
    expect(reply.status).toBe(401);
  }
});

test('refuses guesses with a page once the network’s budget is spent, and opens right links', async () => {
  const { token } = await aLink();
  server.clock.moveBy(2 * 3_600_000);
  onTestFinished(() => server.clock.moveBy(3 * DAY));
  const statuses: number[] = [];
  for (let tries = 0; tries < 302; tries++) statuses.push((await openLink(server, `guess-${tries}`)).status);
  expect(statuses.slice(298)).toEqual([404, 404, 429, 429]);
  const reply = await openLink(server, token);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('the log names the route and never the address', async () => {
  const { token, approval } = await aLink();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { app: pool } = server.database;
  const app = await createApp({ pool, outside: server.outside, secureCookies: false, log });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = new Caller(origin);
  await caller.fetch(`/link/${token}`, {});
  await caller.fetch(`/link/${token}`, { method: 'POST', body: new URLSearchParams(approval) });
  await caller.fetch(`/link/${token}`, { method: 'POST', body: new URLSearchParams({ do: 'all' }) });
  await caller.fetch(`/link/${token}/more`, {});
  await caller.fetch('/link/guessed-token', {});
  expect(lines.filter((line) => line.includes('"/link/:token"')).length).toBe(4);
  for (const secret of [token, 'guessed-token', 'Grace']) expect(lines.join('')).not.toContain(secret);
});

test('a page is in its recipient’s language', async () => {
  const { token, business } = await aLink();
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.accountId, business.id));
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('Aprobar horas');
  expect(await (await postLink(server, token, { do: 'approve' })).text()).toContain('Escriba su nombre');
});

test('a page is in one language: as chosen on it, else as on file, else as the browser prefers', async () => {
  const { token, business, approval } = await aLink();
  const read = async (address: string, language: string) =>
    (await server.visitor().fetch(`/link/${address}`, { headers: { 'accept-language': language } })).text();
  const spanish = await read(token, 'es-MX,es;q=0.9');
  expect(spanish).toContain('<html lang="es">');
  expect(spanish).toContain('<a href="?lang=en" lang="en">English</a> | <b lang="es">Español</b>');
  expect(await read(`${token}?lang=en`, 'es')).toContain('<html lang="en">');
  expect(await read('wrong?lang=es', 'en')).toContain('Este enlace no funciona');
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.accountId, business.id));
  expect(await read(token, 'en')).toContain('<html lang="es">');
  const done = await (await postLink(server, `${token}?lang=en`, approval)).text();
  expect(done).toContain('Everything here is done.');
});

test.each(linkPurposes)('the used page of a link for %s has no word of another language', async (purpose) => {
  const { issue, agreement, student, business } = await aLinkedPlacement(server);
  const token = await issue(purpose);
  const now = server.clock.now();
  await server.db
    .update(links)
    .set({ locale: 'es', doneAt: now })
    .where(inArray(links.accountId, [student.id, business.id]));
  const read = async (language: string) =>
    (await server.visitor().fetch(`/link/${token}`, { headers: { 'accept-language': language } })).text();
  expect(await read('en')).toBe(await read('es'));
  expect(agreement.id).toBeTruthy();
});

test('deleting the person concerned deletes what was done', async () => {
  const { token, approval, student, business } = await aLink();
  await postLink(server, token, approval);
  await server.database.owner.query('delete from users where id = $1', [student.id]);
  expect(await server.db.select().from(linkActs).where(eq(linkActs.accountId, student.id))).toEqual([]);
  await server.database.owner.query('delete from users where id = $1', [business.id]);
  expect(await server.db.select().from(links).where(eq(links.accountId, business.id))).toEqual([]);
});
