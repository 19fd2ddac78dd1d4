import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg, { type ClientBase, type Pool } from 'pg';
import * as z from 'zod';
import { CannotDo } from './cannot-do.ts';
import { hasCode } from './embedded-account.ts';

/**
 * What no backup holds: sessions, for one that was ended since must not come back to life; counts of tries; and
 * the list of migrations, which is compared instead.
 */
const LEFT_OUT = ['sessions', 'tries', 'migrations'];

/** Rows that are read, written and inserted at once. */
const ROWS_AT_ONCE = 200;

const Head = z.object({ waypost: z.literal(1), made: z.iso.datetime(), migrations: z.array(z.string()) });
const Tail = z.object({ end: z.literal(true), rows: z.number() });

/** How a line of rows begins; what follows is left to the database, which alone reads its numbers exactly. */
const ROWS = /^{"table":"(\w+)","rows":/;

interface Table {
  name: string;
  /** Quoted, without those that the database fills in itself. */
  columns: string;
}

/**
 * Writes everything into one new file, readable by its owner alone: the rows as they were at one instant, while
 * the server goes on. Answers with their number. Refuses where the file is there already.
 */
export async function backUp(owner: Pool, file: string, made: Date): Promise<number> {
  if (existsSync(file)) throw new CannotDo(`${file} is there already: name a new file.`);
  const client = await owner.connect();
  let count = 0;
  // A name of its own: one that was killed stands in nobody's way, and two at once not in each other's.
  const partial = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    // Should a policy ever bind the owner too, this fails instead of keeping less than everything.
    await client.query('begin isolation level repeatable read read only; set local row_security = off');
    const tables = await tablesOf(client);
    const migrations = await migrationsOf(client);
    const lines = async function* () {
      yield toLine({ waypost: 1, made: made.toISOString(), migrations });
      for (const table of tables)
        for await (const rows of rowsOf(client, table)) {
          count += rows.length;
          yield `{"table":${JSON.stringify(table.name)},"rows":[${rows.join(',')}]}\n`;
        }
      yield toLine({ end: true, rows: count });
    };
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
    );
    await rename(partial, file);
    return count;
  } finally {
    await rm(partial, { force: true });
    client.release(true);
  }
}

/**
 * Fills a database that holds nobody yet, in one transaction: either everything is there afterwards or nothing
 * has changed. Refuses a file of another version or one that breaks off, and a database that somebody uses.
 */
export async function restore(owner: Pool, file: string): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    await client.query(`lock table ${[...tables.keys()].map(quoted).join(', ')} in access exclusive mode`);
    await insistOnEmpty(client);
    const restoreKeys = await withoutForeignKeys(client);
    await client.query(`truncate ${[...tables.keys()].map(quoted).join(', ')}, sessions`);

    let head: z.infer<typeof Head> | undefined;
    let count = 0;
    let isWhole = false;
    for await (const line of linesOf(file)) {
      const table = ROWS.exec(line)?.[1];
      if (!head) head = await insistOnSameVersion(client, line, file);
      else if (table !== undefined && !isWhole) count += await insertRows(client, tables.get(table), line);
      else isWhole = Tail.safeParse(parsed(line)).data?.rows === count;
    }
    if (!head || !isWhole)
      throw new CannotDo(`${file} breaks off: it is not a whole backup. Nothing was changed.`);
    // Whoever acted for somebody else when the backup was made has no session any more.
    await client.query('update masquerades set ended_at = greatest(began_at, $1) where ended_at is null', [
      head.made,
    ]);
    // A table with deferred triggers pending cannot be altered.
    await client.query('set constraints all immediate');
    await restoreKeys();
    await client.query('commit');
    // What is restored is planned for as it is, not as tables nearly empty.
    await client.query('analyze');
    return count;
  } finally {
    // Ending the connection undoes what was not committed.
    client.release(true);
  }
}

const toLine = (line: z.infer<typeof Head> | z.infer<typeof Tail>) => `${JSON.stringify(line)}\n`;
const quoted = (name: string) => pg.escapeIdentifier(name);
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
const notABackup = (file: string) => new CannotDo(`${file} is no backup of Waypost. Nothing was changed.`);

async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
      group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from migrations order by created_at');
  return rows.map(({ hash }) => hash);
}

async function* rowsOf(client: ClientBase, { name, columns }: Table): AsyncGenerator<string[]> {
  await client.query(
    `declare everything no scroll cursor for
     select row_to_json(kept)::text as row from (select ${columns} from ${quoted(name)}) kept`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from everything`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('close everything');
}

async function insistOnEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists(select from users) or exists(select from clients where not is_platform) as used',
  );
  if (rows[0]?.used)
    throw new CannotDo(
      'The database holds school systems or people already: a backup is restored into an empty one. Nothing was changed.',
    );
}

async function insistOnSameVersion(client: ClientBase, line: string, file: string) {
  const { data: head } = Head.safeParse(parsed(line));
  if (!head) throw notABackup(file);
  if (JSON.stringify(head.migrations) !== JSON.stringify(await migrationsOf(client)))
    throw new CannotDo(
      'The backup was made by another version of Waypost: restore it with that version, then upgrade. Nothing was changed.',
    );
  return head;
}

/** Tables name each other in circles, so no order would do: the keys go, and come back checked. */
async function withoutForeignKeys(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  return async () => {
    for (const key of rows)
      await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  };
}

async function insertRows(client: ClientBase, table: Table | undefined, line: string): Promise<number> {
  if (!table) throw new CannotDo('The backup holds a table that is not known here. Nothing was changed.');
  const name = quoted(table.name);
  const { rowCount } = await client.query(
    `insert into ${name} (${table.columns})
     select ${table.columns} from json_populate_recordset(null::${name}, $1::json -> 'rows')`,
    [line],
  );
  return rowCount ?? 0;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = new PassThrough();
  // Read to its end or to its failure, which not every Node tells by the lines.
  const reading = pipeline(createReadStream(file), createGunzip(), unpacked);
  reading.catch(() => undefined);
  try {
    yield* createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY });
    await reading;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new CannotDo(`${file} is not there.`);
    throw notABackup(file);
  } finally {
    unpacked.destroy();
  }
}
