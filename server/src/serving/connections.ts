import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '../platform/access/addresses.ts';
import { rawRefusal } from './security-headers.ts';

export interface ConnectionLimits {
  /** Open connections per address; unlimited behind a proxy, because all of them have its address. */
  perAddress: number;
  /** Milliseconds for a request's headers, and for the whole request. */
  headersTimeout: number;
  requestTimeout: number;
  /** The minimum bytes per second of a body or a reply, averaged over this many milliseconds. */
  slowest: { bytesPerSecond: number; over: number };
}

/**
 * A school has one address, but only connections that are being served count against it (see `makeRoom`). The slowest
 * mobile network still in use is ten times faster than this minimum.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 1000,
  headersTimeout: 15_000,
  // The browser gives up on an upload earlier.
  requestTimeout: 120_000,
  slowest: { bytesPerSecond: 500, over: 60_000 },
};

/** Limits the connections of each address, and closes connections that send a body or read a reply too slowly. */
export function limitConnections(
  server: Server,
  { perAddress, slowest }: Pick<ConnectionLimits, 'perAddress' | 'slowest'>,
  headers: Record<string, string>,
): void {
  const serving = new Set<Exchange>();
  /** By address, the least recently used first. */
  const open = new Map<string, Set<Socket>>();

  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets);
    if (sockets.size >= perAddress && !makeRoom(sockets)) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(address) === sockets) open.delete(address);
    });
  });

  /**
   * Closes the connection that has been idle the longest; a browser opens another when it needs one. If none is idle, the
   * one whose request has waited the longest for the other end, so slow requests cannot keep out others of a school.
   */
  function makeRoom(sockets: Set<Socket>): boolean {
    const busy = new Map([...serving].map((exchange) => [exchange.socket, exchange]));
    const idle = [...sockets].find((socket) => !busy.has(socket));
    const slow = idle ? undefined : [...serving].find((one) => sockets.has(one.socket) && isTheirs(one));
    const ended = idle ?? slow?.socket;
    if (ended) sockets.delete(ended);
    ended?.destroy();
    return ended !== undefined;
  }

  server.on('request', (wire: IncomingMessage, reply: ServerResponse) => {
    const { socket } = wire;
    const exchange = { wire, reply, socket, moved: transferred(socket), since: performance.now() };
    serving.add(exchange);
    reply.once('close', () => {
      serving.delete(exchange);
      const sockets = open.get(networkOf(wire.socket.remoteAddress ?? ''));
      // Most recently used, so the last one to be closed.
      if (sockets?.delete(wire.socket)) sockets.add(wire.socket);
    });
  });

  const look = setInterval(() => {
    for (const exchange of serving) if (isTooSlow(exchange, slowest)) end(exchange, headers);
  }, slowest.over / 4);
  look.unref();
  server.once('close', () => clearInterval(look));
}

/** A request and its reply; `moved` bytes had been transferred at the moment `since`. */
interface Exchange {
  wire: IncomingMessage;
  reply: ServerResponse;
  socket: Socket;
  moved: number;
  since: number;
}

/** Whether the other end has to send or to read before the server can go on. */
const isTheirs = ({ wire, socket }: Exchange): boolean =>
  socket.writableLength > 0 || (!wire.complete && wire.readableLength === 0);

/** Whether only the other end has been slow for too long. Time that the server takes does not count. */
function isTooSlow(exchange: Exchange, { bytesPerSecond, over }: ConnectionLimits['slowest']): boolean {
  const { socket } = exchange;
  const now = performance.now();
  const moved = transferred(socket);
  const isWaiting = isTheirs(exchange);
  const waited = now - exchange.since;
  if (isWaiting && waited < over) return false;
  const isSlow = isWaiting && moved - exchange.moved < (bytesPerSecond * waited) / 1000;
  Object.assign(exchange, { moved, since: now });
  return isSlow;
}

/** The bytes that a connection has transferred in both directions, including earlier requests. */
const transferred = ({ bytesRead, bytesWritten, writableLength }: Socket): number =>
  bytesRead + bytesWritten - writableLength;

/** How many milliseconds without a request count as quiet, and how long to wait for that. */
const DRAIN = { quiet: 1000, longest: 15_000 };

/**
 * Resolves once no request has arrived for a second: by then, a proxy has noticed that this server is not ready. A
 * socket that stops listening resets connections that were not accepted yet.
 */
export async function waitUntilIdle(server: Server, { quiet, longest } = DRAIN): Promise<void> {
  const began = performance.now();
  let last = began;
  const notice = ({ url }: IncomingMessage) => {
    if (url !== '/readyz' && url !== '/healthz') last = performance.now();
  };
  server.on('request', notice);
  while (performance.now() < Math.min(last + quiet, began + longest)) await delay(quiet / 10);
  server.off('request', notice);
}

function end({ reply, socket }: Exchange, headers: Record<string, string>): void {
  // Also discards what the system has buffered of the reply.
  if (reply.headersSent) return void socket.resetAndDestroy();
  socket.write(rawRefusal(408, headers));
  socket.destroySoon();
}
