import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from './findings.ts';
import { runTool } from './run-tool.ts';
import type { Target } from './target.ts';

/** During an attack, another caller's request must be answered within this time, in milliseconds. */
const ANSWERED_WITHIN_MS = 1000;

const CONNECTIONS = 300;

interface SlowAttack {
  /** By when the server must have closed every one of its connections, in seconds. */
  closedWithin: number;
  args: (asset: string) => string[];
}

/**
 * The time limits of `CONNECTION_LIMITS` in server/src/connections.ts, the interval of its checks, and some seconds. A
 * reader gets a period more: the system's own buffer takes the beginning of a reply, which looks like a fast reader.
 */
export const slowAttacks: Record<'headers' | 'body' | 'read', SlowAttack> = {
  headers: { closedWithin: 30, args: () => ['-H', '-i', '5', '-x', '24'] },
  body: {
    closedWithin: 100,
    args: () => ['-B', '-i', '10', '-x', '10', '-s', '8192', '-t', 'POST', '-f', 'application/json'],
  },
  read: {
    closedWithin: 165,
    args: () => ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '5'],
  },
};

/** Holds connections open by slowness while an ordinary caller goes on. */
export async function slow(target: Target, kind: keyof typeof slowAttacks): Promise<Finding[]> {
  const { closedWithin, args } = slowAttacks[kind];
  const { origin } = target.served();
  const folder = await mkdtemp(join(target.folder, 'slow-'));
  const url = origin + { headers: '/', body: '/auth/login', read: await largestAsset() }[kind];
  const attack = runTool(
    'slowhttptest',
    [
      ...args(url),
      ...['-c', String(CONNECTIONS), '-r', '100', '-l', String(closedWithin + 10), '-p', '3', '-u', url],
    ],
    folder,
  );
  const watched = { isOver: false };
  const [waits, held] = await Promise.all([
    askMeanwhile(origin, watched),
    watchConnections(origin, closedWithin).finally(() => {
      watched.isOver = true;
    }),
  ]);
  const said = await attack;
  const findings: Finding[] = [];
  const late = waits.filter(({ took, outcome }) => took > ANSWERED_WITHIN_MS || outcome !== 'answered');
  const slowest = waits.toSorted((one, other) => other.took - one.took)[0];
  const most = slowest ? `${Math.round(slowest.took)} ms (${slowest.outcome})` : 'nothing';
  if (late.length > 0)
    findings.push({
      severity: 'high',
      what: `slow ${kind}: ${late.length} of ${waits.length} requests of another caller were not answered within ${ANSWERED_WITHIN_MS} ms (${[...new Set(late.map(({ outcome }) => outcome))].join(', ')}), the slowest after ${most}`,
    });
  if (held.most === 0)
    findings.push({ severity: 'medium', what: `slow ${kind} was not tested: ${said.slice(-300)}` });
  if (held.left > 0)
    findings.push({
      severity: 'medium',
      what: `slow ${kind}: ${held.left} of ${held.most} connections are still open after ${closedWithin} s`,
    });
  console.log(
    `slow ${kind}: ${held.most} connections, closed after ${held.seconds} s; another caller's ${waits.length} requests took ${most} at most`,
  );
  return findings;
}

interface Wait {
  /** Milliseconds. */
  took: number;
  /** `answered`, or what came instead. */
  outcome: string;
}

/** Sends requests, each on a new connection, until it is stopped. */
async function askMeanwhile(origin: string, watched: { isOver: boolean }): Promise<Wait[]> {
  const waits: Wait[] = [];
  while (!watched.isOver) {
    const began = performance.now();
    const outcome = await fetch(`${origin}/api/current-user`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.ok ? 'answered' : `status ${reply.status}`;
      },
      (error: Error) => String(error.cause ?? error.message),
    );
    waits.push({ took: performance.now() - began, outcome });
    await delay(250);
  }
  return waits;
}

/** The most connections at once, and how many are left when they must be gone. The ordinary caller's is not counted. */
async function watchConnections(origin: string, closedWithin: number) {
  const began = performance.now();
  let most = 0;
  for (;;) {
    await delay(500);
    const left = Math.max(0, (await countConnections(Number(new URL(origin).port))) - 1);
    most = Math.max(most, left);
    const seconds = Math.round((performance.now() - began) / 1000);
    const isGone = left === 0 && seconds > CONNECTIONS / 100 + 2;
    if (isGone || seconds >= closedWithin) return { most, left, seconds };
  }
}

/** Established connections to this port of this machine, seen from the server's side. */
async function countConnections(port: number): Promise<number> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter(([, address, , state]) => address?.endsWith(local) && state === '01').length;
}

async function largestAsset(): Promise<string> {
  const folder = join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return `/assets/${names[sizes.indexOf(Math.max(...sizes))]}`;
}
