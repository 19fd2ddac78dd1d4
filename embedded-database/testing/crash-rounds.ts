import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A server process that writes to the database: a test program, or the product through its HTTP calls. */
export interface WritingServer {
  pid: number;
  /** Resolves when the write is acknowledged. Rejects if it is not, or if that is unknown. */
  write(id: string): Promise<void>;
  /** The ids of all writes. */
  read(): Promise<string[]>;
  /** Stops it gracefully. Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it (SIGKILL). Resolves when it is gone. */
  killed(): Promise<void>;
}

export interface CrashSubject {
  /** Starts the server. Resolves when it accepts requests. */
  start(): Promise<WritingServer>;
  /** The PID of the database's main process. */
  database(): Promise<number>;
  /** A path that appears in the working directory or the command of every process of the subject. */
  trace: string;
}

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** Acknowledged writes that are missing. */
  lost: string[];
  /** Rows that were read more than once, or that no writer wrote. */
  strange: string[];
  /** The longest time from a kill until the database responded again, in milliseconds. */
  slowestReturn: number;
  /** Processes still running after the final orderly stop. */
  leftBehind: string[];
}

export type Victim = 'server' | 'database' | 'both';

export const VICTIMS: Victim[] = ['server', 'database', 'both'];

/** Concurrent writers. */
const WRITERS = 8;

/** How long a database may take to return before the round fails, in milliseconds. */
const TIME_TO_RETURN = 30_000;

/** In milliseconds. The watch over a killed server checks once a second whether it is still needed. */
const TIME_TO_END = 5_000;

/**
 * Kills the server, the database, or both during writes, `rounds` times. After each restart, checks that
 * every write that was ever acknowledged is there. Each kill happens after a random number of acknowledged
 * writes.
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
      server = await killOnce(VICTIMS[round % VICTIMS.length] ?? 'both', server, subject, writers);
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

/** Kills the victim. Resolves with the running server: the same one if only its database was killed. */
async function killOnce(
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

/** Polls until the condition is true, treating an error as false. */
async function inTime(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIME_TO_RETURN;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await delay(10);
  }
}

interface Writers {
  /** Resolves after this many more acknowledged writes. */
  until(more: number): Promise<void>;
  /** Resolves when every writer has received its last reply. */
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
        // Refused while the database is down: retry after one turn of the event loop.
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

/** The processes still running after the grace period. */
export async function remainingProcesses(path: string): Promise<string[]> {
  const deadline = Date.now() + TIME_TO_END;
  let found = await processesOf(path);
  while (found.length > 0 && Date.now() < deadline) {
    await delay(50);
    found = await processesOf(path);
  }
  return found;
}

/**
 * The commands of live processes whose working directory or arguments contain the path; empty except on
 * Linux.
 */
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
