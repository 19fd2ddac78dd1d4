import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from './access/limits.ts';
import { rawRefusal } from './security-headers.ts';

export interface ConnectionLimits {
  /** Open connections of one address; none where a proxy stands in front, whose address all of them have. */
  perAddress: number;
  /** Milliseconds for a request's headers, and for the whole of it. */
  headersTimeout: number;
  requestTimeout: number;
  /** Bytes a second that a body or a reply has to move, on the average of so many milliseconds. */
  slowest: { bytesPerSecond: number; over: number };
}

/**
 * A school comes by one address, but only what is being served counts against it (see `makeRoom`). The slowest
 * telephone network still in use moves ten times as much as is asked for here.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 1000,
  headersTimeout: 15_000,
  // The browser gives an upload up before.
  requestTimeout: 120_000,
  slowest: { bytesPerSecond: 500, over: 60_000 },
};

/** Keeps one address from taking all connections, and ends those that take their time over a body or a reply. */
export function limitConnections(
  server: Server,
  { perAddress, slowest }: Pick<ConnectionLimits, 'perAddress' | 'slowest'>,
  headers: Record<string, string>,
): void {
  const serving = new Set<Exchange>();
  /** Of each address, those used longest ago first. */
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

  /** Closes the connection that has been idle for longest; a browser opens another when it needs one. */
  function makeRoom(sockets: Set<Socket>): boolean {
    const busy = new Set([...serving].map(({ socket }) => socket));
    const idle = [...sockets].find((socket) => !busy.has(socket));
    if (idle) sockets.delete(idle);
    idle?.destroy();
    return idle !== undefined;
  }

  server.on('request', (wire: IncomingMessage, reply: ServerResponse) => {
    const exchange = { wire, reply, socket: wire.socket, moved: 0, since: performance.now() };
    serving.add(exchange);
    reply.once('close', () => {
      serving.delete(exchange);
      const sockets = open.get(networkOf(wire.socket.remoteAddress ?? ''));
      // Used last, so the last to make room.
      if (sockets?.delete(wire.socket)) sockets.add(wire.socket);
    });
  });

  const look = setInterval(() => {
    for (const exchange of serving) if (isTooSlow(exchange, slowest)) end(exchange, headers);
  }, slowest.over / 4);
  look.unref();
  server.once('close', () => clearInterval(look));
}

/** A request and its reply; `moved` bytes had come and gone at the moment `since`. */
interface Exchange {
  wire: IncomingMessage;
  reply: ServerResponse;
  socket: Socket;
  moved: number;
  since: number;
}

/** Whether the other side alone has kept this waiting for too long: what we are slow at is no fault of theirs. */
function isTooSlow(exchange: Exchange, { bytesPerSecond, over }: ConnectionLimits['slowest']): boolean {
  const { wire, socket } = exchange;
  const now = performance.now();
  const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
  const isTheirs = socket.writableLength > 0 || (!wire.complete && wire.readableLength === 0);
  const waited = now - exchange.since;
  if (isTheirs && waited < over) return false;
  const isSlow = isTheirs && moved - exchange.moved < (bytesPerSecond * waited) / 1000;
  Object.assign(exchange, { moved, since: now });
  return isSlow;
}

/** Milliseconds without a request after which nobody is coming any more, and how long to wait for that. */
const DRAIN = { quiet: 1000, longest: 15_000 };

/**
 * Resolves once no request has come for a second: a proxy has then noticed that this server is not ready. A socket that
 * stops listening resets connections that were not accepted yet.
 */
export async function untilQuiet(server: Server, { quiet, longest } = DRAIN): Promise<void> {
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
  // Also what the system holds of a reply is for nobody any more.
  if (reply.headersSent) return void socket.resetAndDestroy();
  socket.write(rawRefusal(408, headers));
  socket.destroySoon();
}
