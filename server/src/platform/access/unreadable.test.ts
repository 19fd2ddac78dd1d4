import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { noteCalls } from '@waypost/contract/placements/notes/calls';
import type { Problem } from '@waypost/contract/refusal';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anOpportunityForm } from '../../../../contract/testing/opportunity-form.ts';
import { startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { openPools } from '../database/connect.ts';

const server = startTestServer();

test('rejects half a surrogate pair at its field', async () => {
  const project = await server.aProject();
  const caller = server.as(await server.aTeacher({ clientId: project.clientId }));
  const note = { project_id: project.id, text: 'half \ud800' };
  const { status, problem } = await caller.refusal(noteCalls.saveProjectNote, note);
  expect([status, problem.errors]).toEqual([
    400,
    { text: ['this field has a character that cannot be stored'] },
  ]);
});

test('rejects hours too small to store at their field', async () => {
  const student = await server.aStudent();
  const { id } = await server.aProject({ student });
  const day = { start_date: '2026-03-02', end_date: '2026-03-02' };
  for (const total_hours of [5e-324, 0.001, 1.005]) {
    const entry = { project_id: id, ...day, total_hours, text_log: 'Sanded.' };
    const { status, problem } = await server.as(student).refusal(hoursCalls.createHoursEntry, entry);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['total_hours']]);
  }
});

const part = (boundary: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="fileupload"; filename="a.pdf"\r\n\r\n%PDF-1.4`;

test.each([
  ['that breaks off', 'edge', part('edge')],
  ['whose boundary is 7,000 characters long', 'e'.repeat(7000), `${part('e'.repeat(7000))}\r\n`],
  ['without a boundary', '', 'x'],
  ['of nothing', 'edge', ''],
  ['at which the parser stops for good', 'edge', `--edge\r\n${'\r\n--'.repeat(8000)}\r\n--edge--\r\n`],
])('rejects a form %s', async (_, boundary, body) => {
  const caller = server.as(await server.aStudent());
  const type = boundary ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data';
  const headers = { 'content-type': type };
  const reply = await caller.fetch(fileCalls.uploadFile.path, { method: 'POST', headers, body });
  expect([reply.status, ((await reply.json()) as Problem).type]).toEqual([400, '/problems/invalid-input']);
});

test.each([
  ['application/json', '{'],
  ['application/json', '{"__proto__": {}}'],
  ['application/xml', '<a/>'],
  ['text/plain', 'a'],
])('rejects an unreadable body of %s with our own message: %s', async (type, body) => {
  const headers = { 'content-type': type };
  const reply = await server.visitor().fetch('/auth/login', { method: 'POST', headers, body });
  const { detail } = (await reply.json()) as Problem;
  expect([reply.status, detail]).toEqual([
    400,
    'This request cannot be read. Check its format and send it again.',
  ]);
});

test.each(['true', '5', '"text"', '[]', '[{"email": "a@b.test"}]'])(
  'rejects a body of %s, which has no fields',
  async (body) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await server.visitor().fetch('/auth/login', { method: 'POST', headers, body });
    expect([reply.status, ((await reply.json()) as Problem).type]).toEqual([400, '/problems/invalid-input']);
  },
);

const KIBIBYTE = 1024;
const login = (bytes: number, headers: object = {}) => {
  const start = '{"email": "a@b.test", "password": "';
  const body = `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  const type = { 'content-type': 'application/json', ...headers };
  return server.visitor().fetch('/auth/login', { method: 'POST', headers: type, body });
};

test.each([
  [
    'en',
    'Too much text to send',
    'This is too much text to send at once. Shorten it to at most 64 kB and try again.',
  ],
  [
    'es',
    'Demasiado texto para enviar',
    'Es demasiado texto para enviarlo de una vez. Acórtelo a 64 kB como máximo e inténtelo de nuevo.',
  ],
])(
  'a body above 64 kB is refused as too much text, not as a file, in language %s',
  async (language, title, detail) => {
    const reply = await login(64 * KIBIBYTE + 1, { 'accept-language': language });
    expect([reply.status, await reply.json()]).toEqual([
      413,
      { type: '/problems/body-too-large', title, status: 413, detail },
    ]);
    // One of exactly that size is read, and refused for its password.
    expect((await login(64 * KIBIBYTE)).status).not.toBe(413);
  },
);

test('the refusal of a long body arrives, although the body is not read', async () => {
  for (let turn = 0; turn < 10; turn += 1) expect((await login(8 * KIBIBYTE ** 2)).status).toBe(413);
});

test('a call whose form is larger takes more, and names its own limit', async () => {
  const business = server.as(await server.aBusiness());
  const long = (characters: number) => `<p>${'語'.repeat(characters - 7)}</p>`;
  const form = anOpportunityForm({
    short_description: long(10_000),
    skills_required: long(10_000),
    full_description: long(20_000),
  });
  expect(await business.send(opportunityCalls.createOpportunity, form)).toHaveProperty('status', 200);
  const reply = await business.fetch(opportunityCalls.createOpportunity.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, ignored: 'x'.repeat(KIBIBYTE ** 2) }),
  });
  expect([reply.status, ((await reply.json()) as Problem).detail]).toEqual([
    413,
    expect.stringMatching(/at most [45]\d\d kB/),
  ]);
});

test.each([
  ['deep', `{"a": ${'['.repeat(8)}${']'.repeat(8)}}`, /more than 8 levels deep/],
  ['wide', `{"a": [${'1,'.repeat(1000)}1]}`, /more than 1000 values/],
  ['cut off', '['.repeat(9), /more than 8 levels deep/],
])('rejects a body that is %s before it is parsed', async (_, body, detail) => {
  const parsed = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parsed.mockRestore());
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url: '/auth/login', headers, payload: body } as const;
  const reply = await server.app.inject(request);
  expect(parsed).not.toHaveBeenCalled();
  expect([reply.statusCode, reply.json().type, reply.json().detail]).toEqual([
    400,
    '/problems/invalid-input',
    expect.stringMatching(detail),
  ]);
  const inSpanish = await server.app.inject({ ...request, headers: { ...headers, 'accept-language': 'es' } });
  expect(inSpanish.json().detail).toMatch(/más de/);
});

test('brackets and commas within texts do not count', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: `${'[,"\\'.repeat(2000)}`, password: 'x' });
  const reply = await server.visitor().fetch('/auth/login', { method: 'POST', headers, body });
  expect(((await reply.json()) as Problem).detail).toBe('Check your form for errors');
});

test('a form of a link that is too large says so on its page', async () => {
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams({ name: 'x'.repeat(64 * 1024) });
  const reply = await server.visitor().fetch(`/link/${'x'.repeat(43)}`, { method: 'POST', headers, body });
  expect([reply.status, await reply.text()]).toEqual([
    413,
    expect.stringContaining('Shorten it to at most 64 kB and try again.'),
  ]);
});

/** A server whose database is down. */
async function withoutDatabase() {
  const { app: pool, owner } = openPools(
    { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
    {},
    { connect: 1000 },
  );
  const app = await createApp({ pool, outside: server.outside, secureCookies: false });
  onTestFinished(async () => {
    await app.close();
    await Promise.all([pool.end(), owner.end()]);
  });
  return app;
}

test('says when to retry if the database is unreachable', async () => {
  const app = await withoutDatabase();
  const replies = [
    await app.inject({ url: '/api/getStates' }),
    await app.inject({ url: '/api/current-user', cookies: { waypost_session: 'any' } }),
    await app.inject({ method: 'POST', url: '/auth/login', payload: { email: 'a@b.test', password: 'x' } }),
  ];
  for (const { statusCode, headers, body } of replies)
    expect([statusCode, headers['retry-after'], JSON.parse(body).type]).toEqual([
      503,
      '5',
      '/problems/unavailable',
    ]);
});
