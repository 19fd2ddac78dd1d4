import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg, { type ClientBase, type Pool } from 'pg';
import * as z from 'zod';
import { CannotDo } from '../database/cannot-do.ts';
import { FileMissing, type FileStore } from '../outside/file-store.ts';
import { parsed, readArchive, writeArchive } from './archive.ts';
import type { TarEntry } from './tar.ts';

/**
 * Tables that no backup contains: sessions, because one that has ended must not be restored; counts of tries; the key
 * that seals documents, because anyone with a backup could seal others; and the list of migrations, which is compared
 * instead.
 */
const LEFT_OUT = ['sessions', 'tries', 'sealing_keys', 'migrations'];

/** Rows per statement, for reading and writing. */
const ROWS_AT_ONCE = 200;

/** The first entry of a backup. */
const HEAD = 'backup.json';
const Head = z.object({ waypost: z.literal(2), made: z.iso.datetime(), migrations: z.array(z.string()) });

/** The entry that lists uploads whose bytes were not in the file store. */
const MISSING = 'missing.json';

const ROWS = /^rows\/\d+-(\w+)\.json$/;
const FILE = /^files\/([0-9a-f]{2}\/[0-9a-f]{38})$/;

interface Table {
  name: string;
  /** Quoted, without the generated ones. */
  columns: string;
}

/** The size of a backup. */
export interface Counted {
  rows: number;
  files: number;
  /** Uploads that the database names but the file store did not have. */
  missing: number;
}

interface BackupOptions {
  files: FileStore;
  made: Date;
  /** 32 bytes. Without it, the backup is not encrypted. */
  key?: Buffer | undefined;
}

/**
 * Writes everything into a new file: the rows of one snapshot, while the server keeps running, and the bytes of every
 * upload that they name. Refuses if the file exists.
 */
export async function backUp(owner: Pool, file: string, options: BackupOptions): Promise<Counted> {
  const client = await owner.connect();
  const counted = { rows: 0, files: 0, missing: 0 };
  try {
    // If a policy ever applied to the owner too, this would fail instead of backing up less than everything.
    await client.query('begin isolation level repeatable read read only; set local row_security = off');
    await writeArchive(file, entriesOf(client, options, counted), options.key);
    return counted;
  } finally {
    client.release(true);
  }
}

async function* entriesOf(
  client: ClientBase,
  { files, made }: BackupOptions,
  counted: Counted,
): AsyncGenerator<TarEntry> {
  const migrations = await migrationsOf(client);
  yield entryOf(HEAD, { waypost: 2, made: made.toISOString(), migrations });
  const keys: string[] = [];
  let number = 0;
  for (const table of await tablesOf(client))
    for await (const rows of rowsOf(client, table)) {
      counted.rows += rows.length;
      if (table.name === 'files') keys.push(...rows.map((row) => JSON.parse(row).storage_key));
      const name = `rows/${String(++number).padStart(7, '0')}-${table.name}.json`;
      yield { name, content: Buffer.from(`[${rows.join(',')}]`) };
    }
  const missing: string[] = [];
  for (const key of keys) {
    const content = await contentOf(files, key);
    if (content) yield { name: `files/${key}`, content };
    else missing.push(key);
  }
  counted.files = keys.length - missing.length;
  counted.missing = missing.length;
  yield entryOf(MISSING, missing);
}

const entryOf = (name: string, content: unknown): TarEntry => ({
  name,
  content: Buffer.from(JSON.stringify(content)),
});

/** Undefined if the file was deleted since the snapshot, or was already missing. */
async function contentOf(files: FileStore, key: string): Promise<Buffer | undefined> {
  let stream: Readable;
  try {
    stream = await files.get(key);
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
  return buffer(stream);
}

/** The length of a JSON list. Damaged text counts as 0: the file's checksum reports the damage. */
function lengthOf(content: Buffer): number {
  const list = parsed(content);
  return Array.isArray(list) ? list.length : 0;
}

/** Reads a backup to its end and returns its size. Throws `CannotDo` if it is damaged or not a backup. */
export async function checkBackup(file: string, key?: Buffer): Promise<Counted & { made: Date }> {
  const counted = { rows: 0, files: 0, missing: 0 };
  let head: z.infer<typeof Head> | undefined;
  for await (const { name, content } of readArchive(file, key)) {
    if (!head) head = readHead(name, content, file);
    else if (ROWS.test(name)) counted.rows += lengthOf(content);
    else if (FILE.test(name)) counted.files += 1;
    else if (name === MISSING) counted.missing = lengthOf(content);
  }
  return { ...counted, made: new Date(head?.made ?? '') };
}

/**
 * Fills an empty database and the file store in one transaction, so either everything is restored or nothing has
 * changed. Refuses a file that is damaged or of another version, and a database in use.
 */
export async function restore(
  owner: Pool,
  file: string,
  { files, key }: { files: FileStore; key?: Buffer | undefined },
): Promise<Counted> {
  const { made, ...counted } = await checkBackup(file, key);
  const client = await owner.connect();
  const put: string[] = [];
  try {
    await client.query('begin');
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    await client.query(`lock table ${[...tables.keys()].map(quoted).join(', ')} in access exclusive mode`);
    await requireEmpty(client);
    const restoreKeys = await withoutForeignKeys(client);
    await client.query(`truncate ${[...tables.keys()].map(quoted).join(', ')}, sessions`);

    for await (const { name, content } of readArchive(file, key)) {
      const table = ROWS.exec(name)?.[1];
      const storageKey = FILE.exec(name)?.[1];
      if (name === HEAD) await requireSameVersion(client, readHead(name, content, file));
      else if (table !== undefined) await insertRows(client, tables.get(table), content);
      else if (storageKey !== undefined) {
        await files.put(storageKey, content, 'application/octet-stream');
        put.push(storageKey);
      }
    }
    // Sessions that were masquerading when the backup was made do not exist anymore.
    await client.query('update masquerades set ended_at = greatest(began_at, $1) where ended_at is null', [
      made,
    ]);
    // A table with deferred triggers pending cannot be altered.
    await client.query('set constraints all immediate');
    await restoreKeys();
    await client.query('commit');
    // Without this, the planner would assume nearly empty tables.
    await client.query('analyze');
    return counted;
  } catch (error) {
    for (const storageKey of put) await files.remove(storageKey);
    throw error;
  } finally {
    // Closing the connection rolls back what was not committed.
    client.release(true);
  }
}

const quoted = (name: string) => pg.escapeIdentifier(name);

function readHead(name: string, content: Buffer, file: string) {
  const { data: head } = Head.safeParse(name === HEAD ? parsed(content) : undefined);
  if (!head) throw new CannotDo(`${file} is no backup of Waypost. Nothing was changed.`);
  return head;
}

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

export async function migrationsOf(client: ClientBase): Promise<string[]> {
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

async function requireEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists(select from users) or exists(select from clients where not is_platform) as used',
  );
  if (rows[0]?.used)
    throw new CannotDo(
      'The database holds school systems or people already: a backup is restored into an empty one. Nothing was changed.',
    );
}

async function requireSameVersion(client: ClientBase, head: z.infer<typeof Head>): Promise<void> {
  if (JSON.stringify(head.migrations) !== JSON.stringify(await migrationsOf(client)))
    throw new CannotDo(
      'The backup was made by another version of Waypost: restore it with that version, then upgrade. Nothing was changed.',
    );
}

/**
 * Tables reference each other in cycles, so no order works: drops the foreign keys, and adds them again, which checks
 * them.
 */
export async function withoutForeignKeys(client: ClientBase): Promise<() => Promise<void>> {
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

async function insertRows(client: ClientBase, table: Table | undefined, rows: Buffer): Promise<void> {
  if (!table) throw new CannotDo('The backup holds a table that is not known here. Nothing was changed.');
  const name = quoted(table.name);
  // Only the database reads its numbers exactly.
  await client.query(
    `insert into ${name} (${table.columns})
     select ${table.columns} from json_populate_recordset(null::${name}, $1::json)`,
    [rows.toString('utf8')],
  );
}
