import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A server process that writes to the database: a program of the tests, or the product behind its HTTP calls. */
export interface WritingServer {
  pid: number;
  /** Resolves when the write is acknowledged, rejects when it is not, or can't be known to be. */
  write(id: string): Promise<void>;
  /** The ids of all that was written. */
  read(): Promise<string[]>;
  /** Stops it in order; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it (SIGKILL), and resolves when it is gone. */
  killed(): Promise<void>;
}

export interface CrashSubject {
  /** Starts the server; resolves when it serves. */
  start(): Promise<WritingServer>;
  /** The number of the database's main process. */
  database(): Promise<number>;
  /** A path that stands in the working folder or the command of every process of the subject. */
  trace: string;
}

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** Writes that were acknowledged and are gone. */
  lost: string[];
  /** Rows that were read more than once, or that nobody wrote. */
  strange: string[];
  /** From the kill until the database answered again, at worst, in milliseconds. */
  slowestReturn: number;
  /** What still ran after the last, orderly stop. */
  leftBehind: string[];
}

type Victim = 'server' | 'database' | 'both';

const VICTIMS: Victim[] = ['server', 'database', 'both'];

/** Callers that write at the same time. */
const WRITERS = 8;

/** How long a database may take to be back before the round fails, in milliseconds. */
const TIME_TO_RETURN = 30_000;

/** A watch over a server that was killed looks once a second whether it is still needed. In milliseconds. */
const TIME_TO_END = 5_000;

/**
 * Kills the server, the database, or both while they write, `rounds` times, and looks after each return for
 * every write that was ever acknowledged. The moment of each kill is a number of acknowledged writes, drawn anew.
 */
export async function runCrashRounds(subject: CrashSubject, rounds: number): Promise<CrashReport> {
  const acknowledged = new Set<string>();
  const tried = new Set<string>();
  const lost = new Set<string>();
  const strange = new Set<string>();
  let slowestReturn = 0;

  const check = async (server: WritingServer) => {
    const rows = await server.read();
    const found = new Set(rows);
    for (const id of acknowledged) if (!found.has(id)) lost.add(id);
    for (const id of found) if (!tried.has(id)) strange.add(id);
    if (found.size !== rows.length) strange.add(`${rows.length - found.size} rows twice`);
  };

  let server = await subject.start();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const writers = startWriting(server, `round-${round}`, tried, acknowledged);
      await writers.until(20 + Math.floor(Math.random() * 200));
      const killed = Date.now();
      server = await strike(VICTIMS[round % VICTIMS.length] ?? 'both', server, subject, writers);
      slowestReturn = Math.max(slowestReturn, Date.now() - killed);
      await check(server);
    }
  } finally {
    const code = await server.stop();
    if (code !== 0) strange.add(`the orderly stop ended with ${code}`);
  }
  return {
    rounds,
    acknowledged: acknowledged.size,
    lost: [...lost],
    strange: [...strange],
    slowestReturn,
    leftBehind: await remainingProcesses(subject.trace),
  };
}

/** Kills, and resolves with the server that serves afterwards: the same one when only its database fell. */
async function strike(
  victim: Victim,
  server: WritingServer,
  subject: CrashSubject,
  writers: Writers,
): Promise<WritingServer> {
  const database = await subject.database();
  if (victim !== 'server') process.kill(database, 'SIGKILL');
  if (victim === 'database') {
    await inTime('a new database', async () => (await subject.database()) !== database);
    await inTime('an answer from it', () => server.read().then(() => true));
    await writers.until(1);
    await writers.stop();
    return server;
  }
  await server.killed();
  await writers.stop();
  return subject.start();
}

/** Waits for the condition, taking an error for a no. */
async function inTime(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIME_TO_RETURN;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await delay(10);
  }
}

interface Writers {
  /** Resolves when so many more writes than now are acknowledged. */
  until(more: number): Promise<void>;
  /** Resolves when every writer has had its last answer. */
  stop(): Promise<void>;
}

function startWriting(
  server: WritingServer,
  name: string,
  tried: Set<string>,
  acknowledged: Set<string>,
): Writers {
  let stopped = false;
  let next = 0;
  let heard = () => {};
  const writer = async () => {
    while (!stopped) {
      const id = `${name}-${next++}`;
      tried.add(id);
      await server.write(id).then(
        () => acknowledged.add(id),
        // Refused while the database is away: one turn of the event loop, and the next try.
        () => new Promise((resolve) => setImmediate(resolve)),
      );
      heard();
    }
  };
  const writers = Array.from({ length: WRITERS }, writer);
  return {
    until(more) {
      const goal = acknowledged.size + more;
      return new Promise((resolve) => {
        heard = () => {
          if (acknowledged.size >= goal) resolve();
        };
      });
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** What still runs once everything has had its time to end. */
async function remainingProcesses(path: string): Promise<string[]> {
  const deadline = Date.now() + TIME_TO_END;
  let found = await processesOf(path);
  while (found.length > 0 && Date.now() < deadline) {
    await delay(50);
    found = await processesOf(path);
  }
  return found;
}

/** The commands of live processes that work in or were started with the path; on Linux, else none. */
export async function processesOf(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    const [command, folder] = await Promise.all([
      readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => ''),
      readlink(`/proc/${entry}/cwd`).catch(() => ''),
    ]);
    if (command.includes(path) || folder.startsWith(path))
      found.push(`${entry} ${command.replaceAll('\0', ' ')}`);
  }
  return found;
}
