import type { ClientBase, Pool } from 'pg';
import * as z from 'zod';
import { CannotDo } from '../database/cannot-do.ts';
import { parsed, readArchive, writeArchive } from './archive.ts';
import {
  type ArchiveOptions,
  type Counted,
  filesOf,
  insertRows,
  MANIFEST,
  rowsOf,
  tablesOfClients,
} from './archive-tables.ts';
import { migrationsOf, withoutForeignKeys } from './backup.ts';
import { toCsv } from './csv-rows.ts';
import type { TarEntry } from './tar.ts';

const Manifest = z.object({
  waypost_client: z.literal(1),
  client: z.uuid(),
  full_name: z.string(),
  made: z.iso.datetime(),
  migrations: z.array(z.string()),
});

const TABLE = /^tables\/(\w+)\.csv$/;
const FILE = /^files\/([0-9a-f]{2}\/[0-9a-f]{38})$/;

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
  options: ArchiveOptions,
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
  { files, made }: ArchiveOptions,
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

/**
 * Adds a school system from an archive of the same version, in one transaction. Its people set new passwords with
 * "Forgot password". Refuses if the school system, or one of its emails, already exists here.
 */
export async function importClient(
  owner: Pool,
  file: string,
  { files, key }: Omit<ArchiveOptions, 'made'>,
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
