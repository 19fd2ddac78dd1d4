import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from './findings.ts';
import { runTool } from './run-tool.ts';
import type { Target } from './target.ts';

/**
 * During an attack, the 90th percentile of another caller's latencies may exceed that of an unattacked server beside it
 * by this many milliseconds. The comparison is needed because other processes use the machine too.
 */
const LONGER_BY_MS = 1000;

const CONNECTIONS = 300;

/** Connections opened per second. */
const OPENED_PER_SECOND = 100;

/** Seconds until all connections are open. */
const OPENING = CONNECTIONS / OPENED_PER_SECOND;

interface SlowAttack {
  /** How long the server may leave a connection open, in seconds. */
  closedWithin: number;
  args: (asset: string) => string[];
}

/**
 * The time limits of `CONNECTION_LIMITS` in server/src/serving/connections.ts, the interval of its checks, and some seconds. A
 * slow reader gets one more interval: the system's own buffer takes the beginning of a reply, which looks like a fast
 * reader.
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

/** Keeps connections open by sending slowly, while an ordinary caller makes requests. */
export async function slow(target: Target, kind: keyof typeof slowAttacks): Promise<Finding[]> {
  const { closedWithin, args } = slowAttacks[kind];
  const lasts = OPENING + closedWithin;
  const { origin } = target.served();
  const folder = await mkdtemp(join(target.folder, 'slow-'));
  const url = origin + { headers: '/', body: '/auth/login', read: await largestAsset() }[kind];
  // Started first: the attack has to last longer than its connections are watched.
  const beside = await target.serveBeside();
  const attack = runTool(
    'slowhttptest',
    [
      ...args(url),
      '-c',
      String(CONNECTIONS),
      '-r',
      String(OPENED_PER_SECOND),
      '-l',
      String(lasts + 10),
      '-p',
      '3',
      '-u',
      url,
    ],
    folder,
  );
  const watched = { isOver: false };
  const [waits, held] = await Promise.all([
    sendMeanwhile(origin, beside.origin, watched),
    watchConnections(origin, lasts).finally(() => {
      watched.isOver = true;
    }),
  ]);
  await beside.stop();
  const said = await attack;
  const findings = waiting(kind, waits);
  if (held.most === 0)
    findings.push({ severity: 'medium', what: `slow ${kind} was not tested: ${said.slice(-300)}` });
  if (held.left > 0)
    findings.push({
      severity: 'medium',
      what: `slow ${kind}: ${held.left} of ${held.most} connections are still open after ${lasts} s`,
    });
  console.log(
    `slow ${kind}: ${held.most} connections, closed after ${held.seconds} s; nine in ten of another caller's ${waits.length} requests took up to ${nineInTen(waits)} ms, beside it ${nineInTen(waits.map(({ beside }) => beside))} ms`,
  );
  return findings;
}

/** Findings from the other caller's latencies during an attack. */
export function waiting(kind: string, waits: readonly Wait[]): Finding[] {
  const others = waits.map(({ beside }) => beside);
  const unanswered = waits.filter((wait) => !isAnswered(wait) && isAnswered(wait.beside));
  const busy = others.filter((one) => !isAnswered(one));
  const findings: Finding[] = [];
  if (unanswered.length > 0)
    findings.push({
      severity: 'high',
      what: `slow ${kind}: ${unanswered.length} of ${waits.length} requests of another caller were not answered (${[...new Set(unanswered.map(({ outcome }) => outcome))].join(', ')})`,
    });
  if (nineInTen(waits) - nineInTen(others) > LONGER_BY_MS)
    findings.push({
      severity: 'high',
      what: `slow ${kind}: nine in ten requests of another caller took up to ${nineInTen(waits)} ms, and ${nineInTen(others)} ms without the attack`,
    });
  if (busy.length > 0)
    findings.push({
      severity: 'medium',
      what: `slow ${kind} was not tested all the time: ${busy.length} of ${waits.length} requests were not answered by a server that is not attacked`,
    });
  return findings;
}

const isAnswered = ({ outcome }: Answer): boolean => outcome === 'answered';

/** The 90th percentile of the latencies, in milliseconds. */
const nineInTen = (answers: readonly Answer[]): number => {
  const took = answers.map((answer) => answer.took).toSorted((one, other) => one - other);
  return Math.round(took[Math.floor(took.length * 0.9)] ?? 0);
};

interface Answer {
  /** Milliseconds. */
  took: number;
  /** `answered`, or what happened instead. */
  outcome: string;
}

/** A request of the other caller, and the same request to the server that is not attacked, sent together. */
export interface Wait extends Answer {
  beside: Answer;
}

/** Sends requests to both servers, each on a new connection, until it is stopped. */
async function sendMeanwhile(
  origin: string,
  besideOrigin: string,
  watched: { isOver: boolean },
): Promise<Wait[]> {
  const waits: Wait[] = [];
  while (!watched.isOver) {
    const [attacked, beside] = await Promise.all([ask(origin), ask(besideOrigin)]);
    waits.push({ ...attacked, beside });
    await delay(250);
  }
  return waits;
}

async function ask(origin: string): Promise<Answer> {
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
  return { took: performance.now() - began, outcome };
}

/**
 * The most connections at once, and how many are left when all must be closed. The ordinary caller's is not counted.
 */
async function watchConnections(origin: string, lasts: number) {
  const began = performance.now();
  let most = 0;
  for (;;) {
    await delay(500);
    const left = Math.max(0, (await countConnections(Number(new URL(origin).port))) - 1);
    most = Math.max(most, left);
    const seconds = Math.round((performance.now() - began) / 1000);
    const isGone = left === 0 && seconds > OPENING + 2;
    if (isGone || seconds >= lasts) return { most, left, seconds };
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
