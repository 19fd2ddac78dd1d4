import { CREATION_KEY_HEADER } from '@waypost/contract/creation-key';
import { USER_HEADER } from '@waypost/contract/named-user';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { afterEach, expect, test, vi } from 'vitest';
import { pauseUploads } from '../../testing/uploads.ts';
import { addressOf, call, callWithTotal, uploadFile } from './call.ts';
import { download } from './download.ts';
import { CallFailed } from './failure.ts';
import { onOtherUser, showUser } from './shown-user.ts';

const { getFocusAreas: list } = listCalls;
const { resetPassword: save } = accountCalls;
const { uploadFile: send } = fileCalls;

function stubFetch(reply: () => Promise<Response> | Response) {
  const fetched = vi.fn((_address: string, _request?: RequestInit) => Promise.resolve(reply()));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failureOf(promise: Promise<unknown>): Promise<CallFailed> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallFailed) return error;
  throw new Error(`expected a CallFailed, got ${String(error)}`);
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

test('reuses a request that the page has already sent, but only once', async () => {
  const fetched = stubFetch(() => json([{ _id: 'later' }]));
  window.early = { [list.path]: Promise.resolve(json([{ _id: 'early' }])) };
  expect(await call(list, {})).toEqual([{ _id: 'early' }]);
  expect(fetched).not.toHaveBeenCalled();
  expect(await call(list, {})).toEqual([{ _id: 'later' }]);
});

test('a GET sends its input in the query string, with lists and objects as JSON and without absent values', () => {
  const input = {
    filter: { focusAreas: ['Art & Design'], radius: null },
    limit: 40,
    sort: undefined,
    none: null,
  };
  const address = new URL(addressOf('/api/list', input), 'http://waypost.test');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    filter: '{"focusAreas":["Art & Design"],"radius":null}',
    limit: '40',
  });
  expect(addressOf('/api/getStates', {})).toBe('/api/getStates');
});

test('a GET returns the reply', async () => {
  const fetched = stubFetch(() => json(['one']));
  expect(await call(opportunityCalls.getOpportunities, { filter: {}, limit: 40 })).toEqual(['one']);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/getOpportunities?filter=%7B%7D&limit=40');
});

test('a POST sends its input as JSON', async () => {
  const fetched = stubFetch(() => json({ message: 'success' }));
  await call(save, { email: 'maya@example.test' });
  const request = fetched.mock.calls[0]?.[1];
  expect([request?.method, request?.body]).toEqual(['POST', '{"email":"maya@example.test"}']);
  expect(new Headers(request?.headers).get('Content-Type')).toBe('application/json');
});

test('a page of a list comes with the total number of rows', async () => {
  stubFetch(() => json(['a', 'b'], 200, { 'X-Total-Count': '3000' }));
  expect(await callWithTotal(list, {})).toEqual({ rows: ['a', 'b'], total: 3000 });
});

test('a list without pages counts its own rows', async () => {
  stubFetch(() => json(['a', 'b']));
  expect(await callWithTotal(list, {})).toEqual({ rows: ['a', 'b'], total: 2 });
});

test('a refusal has a kind, a sentence, and the invalid fields', async () => {
  const errors = { 'location.zip': ['must be a ZIP code of five digits'] };
  const problem = {
    type: '/problems/invalid-input',
    title: 'Check your form',
    status: 400,
    detail: 'Check it',
    errors,
  };
  stubFetch(() => json(problem, 400));
  const failed = await failureOf(call(save, { email: '' }));
  expect([failed.kind, failed.message, failed.fields]).toEqual(['invalid-input', 'Check it', errors]);
});

test('an unknown error response, such as a proxy’s page, is classified by its status', async () => {
  stubFetch(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect((await failureOf(call(save, { email: '' }))).kind).toBe('unknown');
  stubFetch(() => new Response('', { status: 413 }));
  expect((await failureOf(call(save, { email: '' }))).kind).toBe('too-large');
});

test('a lost connection fails with a sentence', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const failed = await failureOf(call(save, { email: '' }));
  expect([failed.kind, failed.problem]).toEqual(['no-connection', undefined]);
});

/** A server that never responds; the request ends only by its signal. */
function stubSilence() {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
}

test('a call times out after 100 000 milliseconds, or after its own timeout', async () => {
  vi.useFakeTimers();
  stubSilence();
  let settled = false;
  const long = failureOf(call(save, { email: '' })).finally(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(99_999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await long).kind).toBe('out-of-time');

  const short = failureOf(call(save, { email: '' }, { timeout: 5_000 }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await short).kind).toBe('out-of-time');
});

test('a call aborted by its screen rejects with the abort reason', async () => {
  stubSilence();
  const screen = new AbortController();
  const called = call(save, { email: '' }, { signal: screen.signal });
  const reason = new Error('left the screen');
  screen.abort(reason);
  await expect(called).rejects.toBe(reason);
});

const resume = new File(['%PDF'], 'resume.pdf', { type: 'application/pdf' });

test('an upload sends its fields before its file (`fileupload`), and reports progress', async () => {
  const uploads = pauseUploads();
  const shares: number[] = [];
  const sent = uploadFile(send, { key: 'resume' }, resume, { onProgress: (share) => shares.push(share) });
  const [upload] = uploads;
  expect(upload?.path).toBe('/api/upload_file');
  expect(Object.keys(upload?.fields ?? {})).toEqual(['key', 'fileupload']);
  await upload?.progress(0.25);
  await upload?.reply({ _id: 'f1' });
  expect(await sent).toEqual({ _id: 'f1' });
  expect([shares, upload?.timeout]).toEqual([[0.25], 100_000]);
});

test('a canceled upload is aborted', async () => {
  const uploads = pauseUploads();
  const person = new AbortController();
  const sent = uploadFile(send, {}, resume, { signal: person.signal });
  person.abort(new Error('changed my mind'));
  await expect(sent).rejects.toThrow('changed my mind');
  expect(uploads[0]?.aborted).toBe(true);
});

test('a refused upload fails like any other call', async () => {
  const uploads = pauseUploads();
  const sent = failureOf(uploadFile(send, {}, resume));
  await uploads[0]?.reply({ type: '/problems/too-large', title: 't', status: 413, detail: 'd' }, 413);
  expect((await sent).kind).toBe('too-large');
});

afterEach(() => {
  showUser(undefined);
  onOtherUser(() => undefined);
});

const userOf = (request: RequestInit | undefined) => new Headers(request?.headers).get(USER_HEADER);

test('every call names the user that the page shows, and an upload and a download do too', async () => {
  const fetched = stubFetch(() => json([]));
  const uploads = pauseUploads();
  showUser('maya');
  await call(save, { email: '' });
  await call(list, {});
  await download({ path: '/api/report' }, {});
  expect(fetched.mock.calls.map(([, request]) => userOf(request))).toEqual(['maya', 'maya', 'maya']);
  void uploadFile(send, {}, resume);
  expect(uploads[0]?.user).toBe('maya');
});

test.each([null, undefined])('a page that shows %s names no user', async (nobody) => {
  const fetched = stubFetch(() => json([]));
  const uploads = pauseUploads();
  showUser(nobody);
  await call(save, { email: '' });
  await download({ path: '/api/report' }, {});
  expect(fetched.mock.calls.map(([, request]) => userOf(request))).toEqual([null, null]);
  void uploadFile(send, {}, resume);
  expect(uploads[0]?.user).toBe(null);
});

test('a call, an upload and a download that are refused for their user restart the page', async () => {
  const problem = { type: '/problems/someone-else', title: 't', status: 409, detail: 'd' };
  stubFetch(() => json(problem, 409));
  const uploads = pauseUploads();
  const restart = vi.fn();
  onOtherUser(restart);
  expect((await failureOf(call(save, { email: '' }))).kind).toBe('someone-else');
  expect((await failureOf(download({ path: '/api/report' }, {}))).kind).toBe('someone-else');
  const sent = failureOf(uploadFile(send, {}, resume));
  await uploads[0]?.reply(problem, 409);
  expect((await sent).kind).toBe('someone-else');
  expect(restart.mock.calls).toEqual([
    [undefined, true],
    [undefined, true],
    [undefined, true],
  ]);
});

const keyOf = (request: RequestInit | undefined) => new Headers(request?.headers).get(CREATION_KEY_HEADER);
const { createProgram: create } = listCalls;
const welding = { name: 'Welding', name_es: '' };

test('a call that creates something repeats its key until the server has answered, even after a reload', async () => {
  showUser('maya');
  const answers: (() => Response)[] = [
    () => {
      throw new TypeError('no connection');
    },
    () => json(null, 502),
    () => json({ type: '/problems/no-session', title: 't', status: 401, detail: 'd' }, 401),
    () => json({ message: 'success' }),
    () => json({ message: 'success' }),
  ];
  const fetched = stubFetch(() => (answers.shift() as () => Response)());
  for (let i = 0; i < 3; i += 1) await failureOf(call(create, welding));
  const kept = sessionStorage.getItem(`waypost.creating.${create.path} maya`);
  await call(create, welding);
  await call(create, welding);
  const keys = fetched.mock.calls.map(([, request]) => keyOf(request));
  expect(keys.slice(0, 4)).toEqual(Array(4).fill(kept));
  expect(keys[4]).not.toBe(kept);
  expect(sessionStorage.getItem(`waypost.creating.${create.path} maya`)).toBeNull();
});

test('two things created at the same time have two keys, and a key that belongs to something else is given up', async () => {
  const refused = { type: '/problems/already-created', title: 't', status: 409, detail: 'd' };
  const fetched = stubFetch(() => json(refused, 409));
  await Promise.all([failureOf(call(create, welding)), failureOf(call(create, welding))]);
  await failureOf(call(create, welding));
  const keys = fetched.mock.calls.map(([, request]) => keyOf(request));
  expect(new Set(keys).size).toBe(3);
});

test('a file has one key, however often it is sent, and other calls have none', async () => {
  const uploads = pauseUploads();
  for (let i = 0; i < 2; i += 1) void uploadFile(send, {}, resume);
  void uploadFile(send, {}, new File(['other'], 'other.pdf'));
  const [first, again, other] = uploads.map(({ creationKey }) => creationKey);
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  const fetched = stubFetch(() => json({ message: 'success' }));
  await call(save, { email: '' });
  expect(keyOf(fetched.mock.calls[0]?.[1])).toBeNull();
});
