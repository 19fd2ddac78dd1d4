import { buffer } from 'node:stream/consumers';
import pg, { type ClientBase } from 'pg';
import { CannotDo } from '../database/cannot-do.ts';
import { FileMissing, type FileStore } from '../outside/file-store.ts';
import { fromCsv, type Values } from './csv-rows.ts';
import type { TarEntry } from './tar.ts';

/** The first entry of an archive: what it contains, and when it was made. */
export const MANIFEST = 'manifest.json';

export interface ArchiveOptions {
  files: FileStore;
  made: Date;
  key?: Buffer | undefined;
}

/** The size of an archive. */
export interface Counted {
  rows: number;
  files: number;
}

/** Never exported: the archive must not allow anyone to log in, to read a calendar, or to guess passwords offline. */
const LEFT_OUT = [
  'sessions',
  'known_devices',
  'password_codes',
  'creation_keys',
  'removed_files',
  'second_factors',
  'recovery_codes',
  'calendar_feeds',
  'link_codes',
];
/**
 * Columns that no archive contains, so that an import sets their defaults: the codes in unsubscribe links, and the days
 * of deletions, because the importing installation has not announced any.
 */
const MADE_ANEW = ['stop_code', 'erase_on', 'retention_next'];
/**
 * Replaces a secret. The hash of a link's token must be unique and match no token: the repeated id is unique, and
 * nobody can find a token with that SHA-256.
 */
const BLANKED: Partial<Record<string, string>> = {
  password_hash: 'null',
  default_password_hash: 'null',
  token_hash: `uuid_send(id) || uuid_send(id)`,
};

/** A stored file. */
export interface Upload {
  storage_key: string;
  name: string;
  content_type: string;
}

/** The bytes of stored files, each under its key, or under what `nameOf` calls it. */
export async function* filesOf<Stored extends Pick<Upload, 'storage_key'>>(
  files: FileStore,
  uploads: readonly Stored[],
  counted: Counted,
  nameOf: (upload: Stored, number: number) => string = ({ storage_key }) => storage_key,
): AsyncGenerator<TarEntry> {
  for (const [index, upload] of uploads.entries()) {
    const { storage_key: key } = upload;
    try {
      yield { name: `files/${nameOf(upload, index + 1)}`, content: await buffer(await files.get(key)) };
      counted.files += 1;
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }
}

export interface Table {
  name: string;
  /** Without the generated ones. */
  columns: string[];
  /** The column that names the school system. */
  clientColumn: 'client_id' | 'id';
  /** The sort order of its rows, so that two exports of the same rows are equal. */
  key: string[];
}

/** Every table with rows of school systems, including `clients`. */
export async function tablesOfClients(connection: ClientBase): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select c.relname as name, case when c.relname = 'clients' then 'id' else 'client_id' end as "clientColumn",
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any(i.indkey)) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attname <> all($2)
       join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     group by c.relname having c.relname = 'clients' or 'client_id' = any(array_agg(a.attname))
     order by c.relname`,
    [LEFT_OUT, MADE_ANEW],
  );
  return rows;
}

const quoted = (name: string) => pg.escapeIdentifier(name);

/** The rows of a table as text, without secrets. */
export async function rowsOf(
  connection: ClientBase,
  table: Table,
  where: string,
  values: unknown[],
): Promise<Values[]> {
  const columns = table.columns.map((name) => `(${BLANKED[name] ?? quoted(name)})::text`);
  const { rows } = await connection.query<Values>({
    text: `select ${columns.join(', ')} from ${quoted(table.name)} where ${where} order by ${table.key.map(quoted).join(', ')}`,
    values,
    rowMode: 'array',
  });
  return rows;
}

/** Inserts the rows of a CSV file, all of this school system, and returns their number. */
export async function insertRows(
  connection: ClientBase,
  table: Table,
  csv: Buffer,
  clientId: string,
): Promise<number> {
  const [columns, ...rows] = fromCsv(csv.toString('utf8')) ?? [];
  const at = table.columns.indexOf(table.clientColumn);
  const isSound =
    JSON.stringify(columns) === JSON.stringify(table.columns) && rows.every((row) => row[at] === clientId);
  if (!isSound) throw new CannotDo(`The archive's table ${table.name} is not sound. Nothing was changed.`);
  const names = table.columns.map(quoted).join(', ');
  const places = table.columns.map((_, index) => `$${index + 1}`).join(', ');
  for (const values of rows)
    await connection.query({
      name: `import ${table.name}`,
      text: `insert into ${quoted(table.name)} (${names}) values (${places})`,
      values,
    });
  return rows.length;
}
