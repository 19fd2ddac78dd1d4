import { type ErasedKind, erasedKinds } from '@waypost/contract/oversight/records/rules';
import pg, { type Pool, type PoolClient } from 'pg';
import { onConnection, type Tx } from './connect.ts';
import { inOrderOfRemoval } from './removal-order.ts';
import { filesOfStudent, ofStudent, SIGNED_DOCUMENTS_OF_STUDENT, type StudentKey } from './student-rows.ts';

/** Where the files' bytes are. */
interface StoredFiles {
  remove(key: string): Promise<void>;
}

/** Removes files once the transaction has committed. */
interface RemovalQueue {
  removeFiles(tx: Tx, keys: readonly string[]): Promise<void>;
}

const quoted = (name: string) => pg.escapeIdentifier(name);

/** Deletes a school system with everything in it, including its audit trail and files. */
export async function eraseClient(owner: Pool, clientId: string, files: StoredFiles): Promise<number> {
  const { accounts, keys } = await inTransaction(owner, async (connection) => {
    const erased = await eraseClientWithin(connection, clientId);
    await connection.query('commit');
    return erased;
  });
  for (const key of keys) await files.remove(key);
  return accounts;
}

/**
 * Erases the school systems whose announced day has come, each in its own transaction; the queue removes their files.
 * Recorded in the platform's audit trail. Two servers erase none twice. Returns how many were erased.
 */
export async function eraseDueClients(owner: Pool, jobs: RemovalQueue, now: Date): Promise<number> {
  const isDue = 'not is_platform and erase_on <= $1::date';
  const today = now.toISOString().slice(0, 10);
  const { rows } = await owner.query<{ id: string }>(`select id from clients where ${isDue}`, [today]);
  let erased = 0;
  const failures: unknown[] = [];
  // One that fails delays no other; the next run tries again.
  for (const { id } of rows)
    await inTransaction(owner, async (connection) => {
      await connection.query(`set local lock_timeout = '15s'`);
      const { rows: found } = await connection.query<{ name: string }>(
        `select full_name as name from clients where id = $2 and ${isDue} for update`,
        [today, id],
      );
      if (!found[0]) return;
      const { keys } = await eraseClientWithin(connection, id);
      await connection.query(
        `insert into audit_entries (client_id, at, action, actor_name, subject_id, subject_name)
         select id, $1, 'erase client', 'Waypost', $2, $3 from clients where is_platform`,
        [now, id, found[0].name],
      );
      await jobs.removeFiles(onConnection(connection), keys);
      await connection.query('commit');
      erased += 1;
    }).catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
  return erased;
}

/** Returns the number of accounts, and the keys of the files' bytes. */
async function eraseClientWithin(
  connection: PoolClient,
  clientId: string,
): Promise<{ accounts: number; keys: string[] }> {
  const { rows: uploads } = await connection.query<{ storage_key: string }>(
    'select storage_key from files where client_id = $1',
    [clientId],
  );
  const { rowCount } = await connection.query('select from users where client_id = $1', [clientId]);
  for (const queue of await findQueues(connection))
    await connection.query(
      `delete from ${queue} where name = 'mail' and lower(data->>'to') in (${OWN_ADDRESSES})`,
      [clientId],
    );
  for (const table of await inOrderOfRemoval(connection))
    await connection.query(`delete from ${quoted(table)} where client_id = $1`, [clientId]);
  await connection.query('delete from clients where id = $1 and not is_platform', [clientId]);
  return { accounts: rowCount ?? 0, keys: uploads.map(({ storage_key }) => storage_key) };
}

/** The queue's tables; none before a server has started with this database. */
async function findQueues(connection: PoolClient): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select 'jobs.' || relname as name from pg_class
      where relnamespace = to_regnamespace('jobs') and relname in ('job', 'archive')`,
  );
  return rows.map(({ name }) => name);
}

/** Who erases a student, as the audit trail names them; `id` is null for the operator and for a retention rule. */
export interface ErasedBy {
  id: string | null;
  name: string;
  /** The reason for an automatic erasure. */
  because?: 'retention';
}

/** The same for the operator, who waits for the files. Returns their number. */
export async function eraseStudent(
  owner: Pool,
  student: StudentKey,
  files: StoredFiles,
  now: Date,
): Promise<number> {
  const keys = await inTransaction(owner, async (connection) => {
    const erased = await eraseWithin(connection, student, { id: null, name: 'Operator' }, now);
    await connection.query('commit');
    return erased ?? [];
  });
  for (const key of keys) await files.remove(key);
  return keys.length;
}

/**
 * Erases a student while the server runs: the queue removes the files, if the transaction commits. `isStillDue` is
 * called once the account is locked. Returns whether the student was erased.
 */
export async function eraseStudentAndQueueFiles(
  owner: Pool,
  jobs: RemovalQueue,
  student: StudentKey,
  by: ErasedBy,
  now: Date,
  isStillDue?: (connection: PoolClient) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(owner, async (connection) => {
    await connection.query(`set local lock_timeout = '15s'`);
    const keys = await eraseWithin(connection, student, by, now, isStillDue);
    if (!keys) return false;
    await jobs.removeFiles(onConnection(connection), keys);
    await connection.query('commit');
    return true;
  });
}

/**
 * Deletes a student with all their data, including finished placements, and removes their name from the audit trail,
 * which records the erasure and still verifies. Returns the keys of the files' bytes; null if there is no such student.
 */
async function eraseWithin(
  connection: PoolClient,
  student: StudentKey,
  by: ErasedBy,
  now: Date,
  isStillDue: (connection: PoolClient) => Promise<boolean> = async () => true,
): Promise<string[] | null> {
  const key = [student.clientId, student.id];
  await connection.query(`select set_config('app.client_id', $1, true)`, [student.clientId]);
  // In the order of `deleteUser`, so that neither waits for the other; afterwards nobody can refer to the account.
  await connection.query(
    'select from applications where client_id = $1 and student_id = $2 order by id for update',
    key,
  );
  const { rows } = await connection.query<{ email: string; name: string }>(
    `select email, trim(first_name || ' ' || last_name) as name from users
      where client_id = $1 and id = $2 and role = 'Student' for update`,
    key,
  );
  const [found] = rows;
  if (!found || !(await isStillDue(connection))) return null;
  const uploads = await filesOfStudent(connection, student);
  // First, because these rows can only be found through other rows of the student.
  for (const { table, where } of await nameless(connection))
    await connection.query(`delete from ${table} where ${where}`, key);
  await connection.query(`delete from files where ${SIGNED_DOCUMENTS_OF_STUDENT}`, key);
  // The replies to staff and businesses may name the student.
  await connection.query('delete from creation_keys where client_id = $1', [student.clientId]);
  const where = await ofStudent(connection);
  // The account last, because the other rows are found through it.
  const tables = (await inOrderOfRemoval(connection)).filter((table) => table !== 'users');
  for (const table of [...tables, 'users']) {
    const condition = where.get(table);
    if (condition && !KEPT.includes(table))
      await connection.query(`delete from ${quoted(table)} where ${condition}`, key);
  }
  await connection.query(
    `update masquerades set user_name = '', ended_at = coalesce(ended_at, $3) where client_id = $1 and user_id = $2`,
    [...key, now],
  );
  await connection.query('select erase_from_audit($1, $2)', [student.id, [found.name, found.email]]);
  await eraseNamesOfLinks(connection, key);
  await connection.query(
    `insert into audit_entries (client_id, at, action, actor_id, actor_name, subject_id, subject_name, details)
     values ($1, $3, 'erase person', $4, $5, $2, '', $6)`,
    [...key, now, by.id, by.name, { files: uploads.length, ...(by.because && { because: by.because }) }],
  );
  return uploads.map(({ storage_key }) => storage_key);
}

/** Records of what others did: only the student's name is blanked in them. */
const KEPT = ['audit_entries', 'masquerades'];

/** Someone who acted by link about the student has no account. A guardian's name would reveal the student's. */
async function eraseNamesOfLinks(connection: PoolClient, key: string[]): Promise<void> {
  await connection.query(
    `with named as (
       update audit_entries set actor_name = '' where client_id = $1 and subject_id = $2 and actor_id is null returning id)
     update audit_chain set salts[1] = null where client_id = $1 and entry_id in (select id from named)`,
    key,
  );
}

/** Addresses of the school system's people, because a mail in the queue does not say whose school system it is from. */
const OWN_ADDRESSES = `
  select email_lower from users where client_id = $1
  union select lower(email) from guardians where client_id = $1
  union select lower(email) from business_contacts where client_id = $1`;

const NAME = `(select lower(trim(first_name || ' ' || last_name)) from users where client_id = $1 and id = $2)`;
const EMAIL = '(select email_lower from users where client_id = $1 and id = $2)';
const PROJECTS = 'select id from projects where client_id = $1 and student_id = $2';

const MAILS = `name = 'mail' and lower(data->>'to') in (${OWN_ADDRESSES})
  and (lower(data->>'to') = ${EMAIL} or ${NAME} <> ''
    and position(${NAME} in lower(concat_ws(' ', data->>'subject', data->>'text'))) > 0)`;

const LINKS = `client_id = $1 and (account_id = $2 or subject_id in (${PROJECTS}
  union all select id from agreements where client_id = $1 and project_id in (${PROJECTS})))`;

/**
 * The rows about a student ($1 the school system, $2 their id) that no foreign key leads to, with the table: emails in
 * the queue, other people's links about their placements, and reminders of these.
 */
async function nameless(
  connection: PoolClient,
): Promise<{ table: string; where: string; kind: ErasedKind }[]> {
  return [
    ...(await findQueues(connection)).map((table) => ({ table, where: MAILS, kind: 'mails' as const })),
    {
      table: 'link_acts',
      where: `client_id = $1 and (account_id = $2 or link_id in (select id from links where ${LINKS}))`,
      kind: 'other',
    },
    { table: 'links', where: LINKS, kind: 'links' },
    {
      table: 'follow_ups',
      where: `client_id = $1 and subject_id in (select $2::uuid union all ${PROJECTS}
        union all select id from applications where client_id = $1 and student_id = $2)`,
      kind: 'other',
    },
    {
      table: 'reminded_people',
      where: `client_id = $1 and address_hash = sha256(convert_to(${EMAIL}, 'UTF8'))`,
      kind: 'other',
    },
  ];
}

/** The kind that each table's rows count as. */
const kinds: Partial<Record<string, ErasedKind>> = {
  applications: 'applications',
  interviews: 'interviews',
  projects: 'placements',
  hour_entries: 'hours',
  project_reflections: 'reflections',
  evaluations: 'evaluations',
  agreements: 'agreements',
  files: 'files',
  guardians: 'guardians',
  consents: 'consents',
  contact_log_entries: 'contact log',
  project_notes: 'notes',
  notices: 'notices',
  audit_entries: 'audit',
};

/** Not counted: the account itself, its sessions, and records of masquerades. */
const UNCOUNTED = ['users', 'students', 'sessions', 'masquerades'];

/** How much an erasure of a student would delete, by kind, in one statement. */
export async function countOfStudent(
  owner: Pool,
  { clientId, id }: StudentKey,
): Promise<{ kind: ErasedKind; count: number }[]> {
  return inTransaction(owner, async (connection) => {
    const extra = await nameless(connection);
    const named = [...(await ofStudent(connection))]
      .filter(([table]) => !UNCOUNTED.includes(table) && !extra.some((one) => one.table === table))
      .map(([table, where]) => ({ table: quoted(table), where, kind: kinds[table] ?? 'other' }) as const);
    const counted = [...named, ...extra];
    const { rows } = await connection.query<{ kind: ErasedKind; count: number }>(
      `select kind, sum(count)::int as count from (${counted
        .map(({ table, where, kind }) => `select '${kind}' as kind, count(*) from ${table} where ${where}`)
        .join(' union all ')}) as counted group by kind`,
      [clientId, id],
    );
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
    return erasedKinds.flatMap((kind) => {
      const count = counts.get(kind) ?? 0;
      return count > 0 ? [{ kind, count }] : [];
    });
  });
}

async function inTransaction<T>(owner: Pool, work: (connection: PoolClient) => Promise<T>): Promise<T> {
  const connection = await owner.connect();
  try {
    await connection.query('begin');
    return await work(connection);
  } finally {
    // Closing the connection rolls back what was not committed.
    connection.release(true);
  }
}
