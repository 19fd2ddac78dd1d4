import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPurposes } from '@waypost/contract/messages/links/rules';
import type { Pool } from 'pg';
import { cookieName, SESSION_COOKIE } from '../../server/src/platform/access/cookies.ts';
import { hashPassword } from '../../server/src/platform/access/passwords.ts';
import { openPools } from '../../server/src/platform/database/connect.ts';
import { systemClock } from '../../server/src/platform/outside/clock.ts';
import { makeFactories } from '../../server/testing/factories.ts';
import { aLinkedPlacement } from '../../server/testing/links.ts';
import { aWorld, type World } from '../../server/testing/world.ts';
import { type Product, startDatabase, startProduct } from '../product.ts';
import type { Finding } from './findings.ts';

const PASSWORD = 'a scanner at the gate';

export const roles = ['visitor', 'student', 'business', 'teacher', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** A database with the demo and a school system whose ids the scanners know, and the product on it. */
export interface Target {
  world: World;
  /** The `Cookie` header of each role's session. */
  cookies: Record<Role, string>;
  /** The path of a page for each purpose of links. */
  linkPaths: string[];
  /** The tools' output folder. */
  folder: string;
  /** The running server. */
  served(): Served;
  /** Replaces the running server with another build. */
  serve(main: string): Promise<void>;
  /** Starts another server of the intact build on the same database. The caller stops it. */
  serveBeside(): Promise<Product>;
  stop(): Promise<void>;
}

export interface Served {
  origin: string;
  pid: number;
  /** How many requests it answered since this was last called, and the server errors among them. */
  answered(): { requests: number; findings: Finding[] };
}

/** Starts the database and the product, and logs in as each role. */
export async function startTarget(main?: string): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-scan-'));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o755 });
  const database = await startDatabase(dataDir);
  const { owner, app, lists } = openPools(database.connection);
  let running: { product: Product; served: Served } | undefined;
  const serve = async (build?: string) => {
    await running?.product.stop();
    running = await start({ reach: database.connection, folder: dataDir }, build);
  };
  const serveBeside = () =>
    startProduct({ reach: database.connection, folder: dataDir }, SETTINGS, { onLine: () => undefined });
  const served = () => {
    if (!running) throw new Error('the product is not running');
    return running.served;
  };
  const stop = async () => {
    await running?.product.stop();
    await Promise.all([owner.end(), app.end(), lists.end()]);
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await serve(main);
    const factories = { ...makeFactories(owner, systemClock), clock: systemClock };
    const world = await aWorld(factories);
    const { client } = world;
    const placement = await aLinkedPlacement({ ...factories, database: { app } }, { client });
    const tokens = await Promise.all(linkPurposes.map((purpose) => placement.issue(purpose)));
    const cookies = await logIn(owner, served().origin, world);
    await keep(owner);
    return {
      world,
      cookies,
      linkPaths: tokens.map((token) => `/link/${token}`),
      folder,
      served,
      serve,
      serveBeside,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const SETTINGS = {
  DEMO: 'on',
  SUPERADMIN_SECOND_FACTOR: 'off',
  GEOCODER_URL: 'off',
  // Each line is a request.
  LOG_LEVEL: 'info',
};

async function start(where: Parameters<typeof startProduct>[0], main?: string) {
  let requests = 0;
  let failed = new Map<string, number>();
  const onLine = (line: string) => {
    const { msg, route, status } = readLine(line);
    if (msg !== 'request' && msg !== 'refused') return;
    requests += 1;
    if (status < 500) return;
    const what = `${route ?? 'an unknown address'} replied ${status}`;
    failed.set(what, (failed.get(what) ?? 0) + 1);
  };
  const product = await startProduct(where, SETTINGS, { onLine, ...(main !== undefined && { main }) });
  const answered = () => {
    const findings = [...failed].map(
      ([what, times]): Finding => ({
        severity: 'medium',
        what: `${what}, ${times} times`,
      }),
    );
    const counted = { requests, findings };
    requests = 0;
    failed = new Map();
    return counted;
  };
  return { product, served: { origin: product.origin, pid: product.pid, answered } };
}

function readLine(line: string): { msg?: string; route?: string; status: number } {
  try {
    return JSON.parse(line);
  } catch {
    return { status: 0 };
  }
}

async function logIn(owner: Pool, origin: string, world: World): Promise<Record<Role, string>> {
  const people = roles.flatMap((role) => (role === 'visitor' ? [] : [[role, world[role]] as const]));
  await owner.query('update users set password_hash = $1 where id = any($2)', [
    await hashPassword(PASSWORD),
    people.map(([, { id }]) => id),
  ]);
  const cookies: Record<string, string> = { visitor: '' };
  for (const [role, { email }] of people) {
    const reply = await fetch(`${origin}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const session = reply.headers
      .getSetCookie()
      .find((line) => line.startsWith(`${cookieName(SESSION_COOKIE, false)}=`));
    if (!session) throw new Error(`cannot log in as ${role}: ${reply.status} ${await reply.text()}`);
    cookies[role] = session.split(';')[0] ?? '';
  }
  return cookies as Record<Role, string>;
}

/** The tables that scanners must not use up: sessions, links, counted attempts, and what the calls' ids refer to. */
const KEPT = [
  'users',
  'sessions',
  'links',
  'tries',
  'clients',
  'opportunities',
  'applications',
  'projects',
  'files',
];

/**
 * Reverts every change and deletion of these rows, so that ten thousand attacks log nobody out, use up no link and
 * reach no limit, and each of them finds the same valid ids. The product under test is not modified.
 */
async function keep(owner: Pool): Promise<void> {
  await owner.query(
    `create function take_back() returns trigger language plpgsql as
       $$ begin if tg_op = 'UPDATE' then return old; end if; return null; end $$;`,
  );
  for (const table of KEPT)
    await owner.query(
      `create trigger a_scan before update or delete on ${table} for each row execute function take_back()`,
    );
}
