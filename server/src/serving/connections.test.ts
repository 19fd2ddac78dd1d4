import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { importCalls } from '@waypost/contract/oversight/imports/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { type AppOptions, createApp } from '../app.ts';
import { CONNECTION_LIMITS, waitUntilIdle } from './connections.ts';

const server = startTestServer();
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/** More than the socket buffers of both ends hold. */
const LONG = 24;

/** A server with short timeouts for tests, a route that sends this many megabytes, and one that works until `finish`. */
async function serving(connections: Partial<typeof CONNECTION_LIMITS>, options: Partial<AppOptions> = {}) {
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    connections: { ...CONNECTION_LIMITS, ...connections },
    ...options,
  });
  const sent = () => Readable.from(Array.from({ length: LONG }, () => MEGABYTE));
  app.get('/long', (_, reply) => reply.type('application/octet-stream').send(sent()));
  let finish = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get('/work', () => work.then(() => 'done'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  onTestFinished(() => app.close());
  onTestFinished(() => finish());
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    // Reset by the other end in any way.
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const accepted = async () => {
    const [socket] = (await once(app.server, 'connection')) as [Socket];
    return socket;
  };
  const received = () => once(app.server, 'request');
  return Object.assign(open, { accepted, received, finish: () => finish() });
}

/** Sends or reads a little at a time while the connection is open. */
function drip(socket: Socket, step: () => void): void {
  const clock = setInterval(() => (socket.destroyed || socket.closed ? clearInterval(clock) : step()), 20);
  socket.once('close', () => clearInterval(clock));
}

/** Everything received until the other end closes the connection. */
async function untilEnded(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

const briefly = { bytesPerSecond: 5000, over: 1000 };

test('closes a request whose headers arrive too slowly', async () => {
  const open = await serving({ headersTimeout: 300 });
  const socket = open();
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
  drip(socket, () => socket.write('x-more: 1\r\n'));
  expect(await untilEnded(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test.each([
  ['body', accountCalls.login.path, 'application/json', '{"email":"'],
  ['upload', fileCalls.uploadFile.path, 'multipart/form-data; boundary=edge', '--edge\r\n'],
])('closes a %s that arrives too slowly', async (_, path, type, begin) => {
  const open = await serving({ slowest: briefly });
  const socket = open();
  const { token } = await server.aStudent();
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: a',
    `cookie: waypost_session=${token}`,
    `content-type: ${type}`,
  ];
  socket.write([...head, 'content-length: 50000', '', begin].join('\r\n'));
  drip(socket, () => socket.write('x'));
  expect(await untilEnded(socket)).toMatch(/^HTTP\/1\.1 408 .*request cannot be read/s);
});

test('refuses an upload by someone who may not make it before any of it has arrived', async () => {
  const open = await serving({});
  const socket = open();
  const { token } = await server.aStudent();
  const head = [
    `POST ${importCalls.uploadImport.path} HTTP/1.1`,
    'host: a',
    `cookie: waypost_session=${token}`,
    'content-type: multipart/form-data; boundary=edge',
  ];
  socket.write([...head, 'content-length: 100000', 'connection: close', '', ''].join('\r\n'));
  expect(await untilEnded(socket)).toMatch(/^HTTP\/1\.1 403 /);
});

test('what a connection transferred earlier does not count for its next request', async () => {
  const open = await serving({ slowest: briefly });
  const socket = open();
  socket.write('GET /long HTTP/1.1\r\nhost: a\r\n\r\n');
  let taken = 0;
  while (taken < LONG * MEGABYTE.length) taken += ((await once(socket, 'data')) as [Buffer])[0].length;
  const head = [`POST ${accountCalls.login.path} HTTP/1.1`, 'host: a', 'content-type: application/json'];
  socket.write([...head, 'content-length: 50000', 'connection: close', '', ''].join('\r\n'));
  const began = performance.now();
  // Ends soon enough to be accepted if the first second were not checked.
  const isLong = () => performance.now() - began > briefly.over * 1.7;
  drip(socket, () => socket.write(isLong() ? ' '.repeat(50_000) : ' '));
  expect(await untilEnded(socket)).toMatch(/HTTP\/1\.1 408 /);
});

test('disconnects a reader who takes one byte at a time', async () => {
  const open = await serving({ slowest: briefly });
  const accepted = open.accepted();
  const socket = open();
  socket.on('readable', () => undefined);
  socket.write('GET /long HTTP/1.1\r\nhost: a\r\n\r\n');
  drip(socket, () => socket.read(1));
  // Observed on the server: this end would first have to read everything that was sent.
  await once(await accepted, 'close');
});

test('a reader on a slow connection gets everything', async () => {
  const open = await serving({ slowest: briefly });
  const socket = open();
  let taken = 0;
  socket.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    socket.pause();
  });
  socket.write('GET /long HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  drip(socket, () => socket.resume());
  await once(socket, 'close');
  expect(taken).toBeGreaterThan(LONG * MEGABYTE.length);
});

/** One request on a keep-alive connection; returns the reply's first line, or nothing if the connection was closed. */
async function requestHealth(socket: Socket): Promise<string> {
  if (socket.destroyed) return '';
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  const reply = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return String(reply[0]).split('\r\n')[0] ?? '';
}

/** A connection that is being served until it is read. */
async function busy(open: () => Socket): Promise<Socket> {
  const socket = open();
  socket.write('GET /long HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  return socket;
}

const OK = 'HTTP/1.1 200 OK';

test('with only idle connections, an address loses the oldest for each new one', async () => {
  const open = await serving({ perAddress: 3 });
  const sockets = [open(), open(), open()] as const;
  for (const socket of sockets) expect(await requestHealth(socket)).toBe(OK);
  // Used again, so it is no longer the oldest.
  expect(await requestHealth(sockets[0])).toBe(OK);
  const ended = once(sockets[1], 'close');
  expect(await requestHealth(open())).toBe(OK);
  await ended;
  expect(await requestHealth(sockets[0])).toBe(OK);
  expect(await requestHealth(sockets[2])).toBe(OK);
});

test('with all connections in use, a new one ends the one that has been slow the longest', async () => {
  const open = await serving({ perAddress: 2 });
  const [first, second] = [await busy(open), await busy(open)];
  const ended = once(first, 'close');
  expect(await requestHealth(open())).toBe(OK);
  first.resume();
  await ended;
  expect(second.destroyed).toBe(false);
});

test('with the server at work for all connections, an address gets no other until one is free', async () => {
  const open = await serving({ perAddress: 2 });
  const working = [open(), open()] as const;
  for (const socket of working) {
    const received = open.received();
    socket.write('GET /work HTTP/1.1\r\nhost: a\r\n\r\n');
    await received;
  }
  expect(await requestHealth(open())).not.toBe(OK);
  open.finish();
  await expect.poll(() => requestHealth(open())).toBe(OK);
});

test('behind a proxy, connections are not limited by address', async () => {
  const open = await serving({ perAddress: 1 }, { trustProxy: 1 });
  const sockets = [open(), open()] as const;
  for (const socket of [...sockets, ...sockets]) expect(await requestHealth(socket)).toBe(OK);
});

test('a server that is shutting down says so and waits until requests stop', async () => {
  let isClosing = false;
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    isClosing: () => isClosing,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const before = await fetch(`${address}/readyz`);
  expect([before.status, await before.json()]).toEqual([200, { status: 'ok' }]);
  isClosing = true;
  const began = performance.now();
  let lastSentAt = began;
  let quietAt = 0;
  const quiet = waitUntilIdle(app.server, { quiet: 400, longest: 60_000 }).then(() => {
    quietAt = performance.now();
  });
  // Four times as long as it would wait without a request, unless this machine takes too long for one.
  while (quietAt === 0 && performance.now() - began < 1600) {
    const sentAt = performance.now();
    const reply = await fetch(`${address}/api/getStates`);
    expect(reply.headers.get('connection')).toBe('close');
    await reply.arrayBuffer();
    if (quietAt === 0) lastSentAt = sentAt;
  }
  while (quietAt === 0) await (await fetch(`${address}/readyz`)).arrayBuffer();
  await quiet;
  expect(quietAt - lastSentAt).toBeGreaterThan(399);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'closing' });
});

test('a client that keeps sending requests does not delay the shutdown', async () => {
  const app = await createApp({ pool: server.database.app, outside: server.outside, secureCookies: false });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  let isOver = false;
  const wait = waitUntilIdle(app.server, { quiet: 500, longest: 2000 }).then(() => {
    isOver = true;
  });
  const began = performance.now();
  while (!isOver) await (await fetch(`${address}/nothing`)).arrayBuffer();
  await wait;
  expect(performance.now() - began).toBeGreaterThan(1900);
});
