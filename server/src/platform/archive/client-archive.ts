import { buffer } from 'node:stream/consumers';
import pg, { type ClientBase, type Pool } from 'pg';
import * as z from 'zod';
import { CannotDo } from '../database/cannot-do.ts';
import { filesOfStudent, ofStudent, type StudentKey } from '../database/student-rows.ts';
import { extensionOf, fittingName } from '../outside/documents.ts';
import { FileMissing, type FileStore } from '../outside/file-store.ts';
import { parsed, readArchive, streamArchive, writeArchive } from './archive.ts';
import { migrationsOf, withoutForeignKeys } from './backup.ts';
import { fromCsv, toCsv, toSpreadsheet, type Values } from './csv-rows.ts';
import type { TarEntry } from './tar.ts';

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

/** What a business noted for itself about an applicant: no part of the student's record. */
const NOT_OF_STUDENT: Partial<Record<string, readonly string[]>> = {
  applications: ['business_notes', 'business_stars'],
};

const MANIFEST = 'manifest.json';
const Manifest = z.object({
  waypost_client: z.literal(1),
  client: z.uuid(),
  full_name: z.string(),
  made: z.iso.datetime(),
  migrations: z.array(z.string()),
});

const TABLE = /^tables\/(\w+)\.csv$/;
const FILE = /^files\/([0-9a-f]{2}\/[0-9a-f]{38})$/;

interface Options {
  files: FileStore;
  made: Date;
  key?: Buffer | undefined;
}

/** The size of an archive. */
export interface Counted {
  rows: number;
  files: number;
}

/** The school system with this id or short name. Throws `CannotDo` if there is none, or more than one. */
export async function findClientNamed(owner: Pool, name: string): Promise<{ id: string; fullName: string }> {
  const { rows } = await owner.query<{ id: string; fullName: string }>(
    `select id, full_name as "fullName" from clients where not is_platform and (id::text = $1 or short_name = $1)`,
    [name],
  );
  const [client] = rows;
  if (!client || rows.length > 1)
    throw new CannotDo(
      `${rows.length || 'No'} school systems are called ${name}: give its short name or its id.`,
    );
  return client;
}

/**
 * Writes everything of one school system into a new archive: a CSV file for each table, the uploads, and a manifest.
 * Passwords, sessions and mailed codes are left out.
 */
export async function exportClient(
  owner: Pool,
  clientId: string,
  file: string,
  options: Options,
): Promise<Counted> {
  const connection = await owner.connect();
  const counted = { rows: 0, files: 0 };
  try {
    await connection.query('begin isolation level repeatable read read only; set local row_security = off');
    await writeArchive(file, entriesOf(connection, clientId, options, counted), options.key);
    return counted;
  } finally {
    connection.release(true);
  }
}

async function* entriesOf(
  connection: ClientBase,
  clientId: string,
  { files, made }: Options,
  counted: Counted,
): AsyncGenerator<TarEntry> {
  const { rows } = await connection.query('select full_name from clients where id = $1', [clientId]);
  const manifest = {
    waypost_client: 1,
    client: clientId,
    full_name: rows[0].full_name,
    made: made.toISOString(),
    migrations: await migrationsOf(connection),
  };
  yield { name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) };
  for (const table of await tablesOfClients(connection)) {
    const kept = await rowsOf(connection, table, `${table.clientColumn} = $1`, [clientId]);
    counted.rows += kept.length;
    yield { name: `tables/${table.name}.csv`, content: Buffer.from(toCsv([table.columns, ...kept])) };
  }
  const { rows: uploads } = await connection.query<{ storage_key: string }>(
    'select storage_key from files where client_id = $1 order by id',
    [clientId],
  );
  yield* filesOf(files, uploads, counted);
}

interface Upload {
  storage_key: string;
  name: string;
  content_type: string;
}

/** Numbered, because two files can have the same name. In plain ASCII, which every tool for archives can show. */
function readableName({ name, content_type }: Upload, number: number): string {
  const extension = extensionOf(content_type);
  const fitting = extension ? fittingName(name, extension) : name;
  const plain = fitting
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  return `${number}-${plain.slice(-80)}`;
}

async function* filesOf<Stored extends Pick<Upload, 'storage_key'>>(
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

/**
 * Adds a school system from an archive of the same version, in one transaction. Its people set new passwords with
 * "Forgot password". Refuses if the school system, or one of its emails, already exists here.
 */
export async function importClient(
  owner: Pool,
  file: string,
  { files, key }: Omit<Options, 'made'>,
): Promise<Counted & { fullName: string }> {
  // Read to its end before anything is changed.
  for await (const _ of readArchive(file, key));
  const connection = await owner.connect();
  const put: string[] = [];
  const counted = { rows: 0, files: 0, fullName: '' };
  try {
    await connection.query('begin');
    const tables = await tablesOfClients(connection);
    const restoreKeys = await withoutForeignKeys(connection);
    let manifest: z.infer<typeof Manifest> | undefined;
    for await (const { name, content } of readArchive(file, key)) {
      if (!manifest) {
        manifest = Manifest.safeParse(name === MANIFEST ? parsed(content) : undefined).data;
        if (!manifest) throw new CannotDo(`${file} is no school system's archive. Nothing was changed.`);
        await requireRoom(connection, manifest);
        counted.fullName = manifest.full_name;
        continue;
      }
      const table = tables.find((one) => one.name === TABLE.exec(name)?.[1]);
      const storageKey = FILE.exec(name)?.[1];
      if (table) counted.rows += await insertRows(connection, table, content, manifest.client);
      else if (storageKey !== undefined) {
        await files.put(storageKey, content, 'application/octet-stream');
        put.push(storageKey);
      } else throw new CannotDo(`The archive holds ${name}, which is not known here. Nothing was changed.`);
    }
    counted.files = put.length;
    await connection.query('set constraints all immediate');
    await restoreKeys();
    await connection.query('commit');
    return counted;
  } catch (error) {
    for (const storageKey of put) await files.remove(storageKey);
    throw isTaken(error)
      ? new CannotDo(
          'An email or another unique value in the archive is taken here already. Nothing was changed.',
        )
      : error;
  } finally {
    connection.release(true);
  }
}

const isTaken = (error: unknown) => (error as { code?: string }).code === '23505';

async function requireRoom(connection: ClientBase, manifest: z.infer<typeof Manifest>): Promise<void> {
  if (JSON.stringify(manifest.migrations) !== JSON.stringify(await migrationsOf(connection)))
    throw new CannotDo('The archive was made by another version of Waypost. Nothing was changed.');
  const { rowCount } = await connection.query('select from clients where id = $1', [manifest.client]);
  if (rowCount) throw new CannotDo('The school system is here already. Nothing was changed.');
}

interface Table {
  name: string;
  /** Without the generated ones. */
  columns: string[];
  /** The column that names the school system. */
  clientColumn: 'client_id' | 'id';
  /** The sort order of its rows, so that two exports of the same rows are equal. */
  key: string[];
}

/** Every table with rows of school systems, including `clients`. */
async function tablesOfClients(connection: ClientBase): Promise<Table[]> {
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

async function rowsOf(
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

async function insertRows(
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

/** The student account with this email. Throws `CannotDo` if there is none. */
export async function findStudentNamed(owner: Pool, email: string): Promise<Student> {
  const { rows } = await owner.query<Student>(
    `select client_id as "clientId", id, email, first_name || ' ' || last_name as name from users
      where email_lower = lower($1) and role = 'Student'`,
    [email],
  );
  if (!rows[0]) throw new CannotDo(`No student has the email ${email}.`);
  return rows[0];
}

interface Student extends StudentKey {
  email: string;
  name: string;
}

/**
 * Writes all data of one student into a new archive, for them or their parents: their rows of every table as CSV for a
 * spreadsheet, with the audit entries about them, and their files under readable names.
 */
export async function exportStudent(
  owner: Pool,
  student: Student,
  file: string,
  options: Options,
): Promise<Counted> {
  const counted = { rows: 0, files: 0 };
  await writeArchive(file, entriesOfStudent(owner, student, options, counted), options.key);
  return counted;
}

/** The same for a browser: unencrypted, and read from the database as it is sent. */
export const streamStudent = (owner: Pool, student: StudentKey, options: Options): AsyncIterable<Buffer> =>
  streamArchive(entriesOfStudent(owner, student, options, { rows: 0, files: 0 }));

async function* entriesOfStudent(
  owner: Pool,
  student: StudentKey,
  { files, made }: Options,
  counted: Counted,
): AsyncGenerator<TarEntry> {
  const connection = await owner.connect();
  try {
    await connection.query('begin isolation level repeatable read read only; set local row_security = off');
    const manifest = { student: student.id, made: made.toISOString() };
    yield { name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) };
    const tables = await tablesOfClients(connection);
    const where = await ofStudent(connection);
    for (const whole of tables) {
      const condition = where.get(whole.name);
      if (!condition) continue;
      const leftOut = NOT_OF_STUDENT[whole.name] ?? [];
      const table = { ...whole, columns: whole.columns.filter((column) => !leftOut.includes(column)) };
      const rows = await rowsOf(connection, table, condition, [student.clientId, student.id]);
      if (rows.length === 0) continue;
      counted.rows += rows.length;
      const content = Buffer.from(toSpreadsheet([table.columns, ...rows]));
      yield { name: `tables/${table.name}.csv`, content };
    }
    yield* filesOf(files, await filesOfStudent(connection, student), counted, readableName);
  } finally {
    // Closed, not returned: its transaction may still be open.
    connection.release(true);
  }
}
