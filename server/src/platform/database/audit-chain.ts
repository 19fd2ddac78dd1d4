import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** The result of verifying the audit trails. */
export interface AuditReport {
  entries: number;
  /** One sentence for each fault; empty if every trail is intact. */
  faults: string[];
}

/** Rows per read. */
const AT_ONCE = 1000;

/** The most findings in one report: a fully rewritten trail would fill the screen. */
const FAULTS_MAX = 100;

/** Every position of every chain with its entry, followed by the entries without a position. */
const EVERYTHING = `
  select coalesce(c.client_id, e.client_id) as client, coalesce(s.short_name, '') as client_name, c.position,
    c.entry_id, c.salts, c.seals, c.hash, e.id, e.action, e.actor_id, e.admin_id, e.subject_id,
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
    array[e.actor_name, e.admin_name, e.subject_name, e.details::text] as parts
  from audit_chain c
  full join audit_entries e on e.client_id = c.client_id and e.id = c.entry_id
  left join clients s on s.id = coalesce(c.client_id, e.client_id)
  order by 1, c.position nulls last`;

interface Row {
  client: string;
  client_name: string;
  /** Null for an entry without a position. */
  position: number | null;
  entry_id: string;
  salts: (Buffer | null)[];
  seals: (Buffer | null)[];
  hash: Buffer;
  /** Null for a position whose entry is gone. */
  id: string | null;
  action: string;
  actor_id: string | null;
  admin_id: string | null;
  subject_id: string | null;
  at: string;
  parts: (string | null)[];
}

/**
 * Recomputes the hash chain of every client from its rows, in one snapshot. `noted` are heads as the activity screen
 * shows them (`position:hash`): a truncated trail still verifies by itself, but has lost its noted head.
 */
export async function verifyAudit(owner: Pool, noted: readonly string[] = []): Promise<AuditReport> {
  const client = await owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only; set local row_security = off');
    const report: AuditReport = { entries: 0, faults: await missingHeads(client, noted) };
    const erasures = await findErasures(client);
    await client.query(`declare everything no scroll cursor for ${EVERYTHING}`);
    let chain: { client: string; position: number; hash: Buffer } | undefined;
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${AT_ONCE} from everything`);
      if (rows.length === 0) return report;
      for (const row of rows) {
        if (chain?.client !== row.client) chain = { client: row.client, position: 0, hash: Buffer.alloc(0) };
        report.entries += 1;
        const fault = faultOf(row, chain, erasures);
        if (fault && report.faults.length < FAULTS_MAX) report.faults.push(`${row.client_name}: ${fault}`);
        if (row.position !== null) chain = { client: row.client, position: row.position, hash: row.hash };
      }
    }
  } finally {
    client.release(true);
  }
}

function faultOf(
  row: Row,
  before: { position: number; hash: Buffer },
  erasures: Erasures,
): string | undefined {
  if (row.position === null)
    return `the entry ${row.id} (${row.at}, ${row.action}) was added outside the chain.`;
  const missing = row.position - before.position - 1;
  if (missing > 0)
    return missing === 1
      ? `entry ${row.position - 1} was removed.`
      : `entries ${before.position + 1} to ${row.position - 1} were removed.`;
  if (row.id === null) return `entry ${row.position} was removed.`;
  const isWhole =
    hashOf(row, before.hash).equals(row.hash) &&
    row.seals.every((seal, part) => isSealed(row, seal, part, erasures));
  return isWhole
    ? undefined
    : `entry ${row.position} (${row.at}, ${row.action}) was altered, or is not where it was.`;
}

/** The same as `chain_audit_entry` computes in the database. */
function hashOf(row: Row, before: Buffer): Buffer {
  const fixed = [
    row.client,
    `${row.position}`,
    row.entry_id,
    row.at,
    row.action,
    row.actor_id,
    row.admin_id,
    row.subject_id,
    ...row.seals.map((seal) => seal?.toString('hex')),
  ];
  return createHash('sha256')
    .update(before)
    .update(fixed.map((text) => text ?? '-').join('\n'))
    .digest();
}

const DETAILS = 3;

/** Whether a part matches its seal, or was blanked by an erasure that the chain records later. */
function isSealed(row: Row, seal: Buffer | null, part: number, erasures: Erasures): boolean {
  const [salt, text] = [row.salts[part] ?? null, row.parts[part] ?? null];
  if (seal === null) return text === null;
  if (salt !== null)
    return text !== null && createHash('sha256').update(salt).update(text).digest().equals(seal);
  // A person who acted by link has no account: their name is erased with the subject of the entry.
  const of =
    part === DETAILS ? ANYBODY : [row.actor_id ?? row.subject_id, row.admin_id, row.subject_id][part];
  return !text && (erasures.get(`${row.client} ${of}`) ?? 0) > (row.position ?? 0);
}

/** Details may name any person, so any erasure can explain a blank. */
const ANYBODY = 'anybody';

/** By client and person: the position at which the chain records their erasure. */
type Erasures = Map<string, number>;

async function findErasures(client: PoolClient): Promise<Erasures> {
  const { rows } = await client.query<{ client: string; person: string | null; position: number }>(
    `select e.client_id as client, e.subject_id as person, max(c.position) as position
       from audit_entries e join audit_chain c on c.client_id = e.client_id and c.entry_id = e.id
      where e.action = 'erase person' group by grouping sets ((e.client_id, e.subject_id), (e.client_id))`,
  );
  return new Map(rows.map(({ client, person, position }) => [`${client} ${person ?? ANYBODY}`, position]));
}

/** A sentence for each noted head that no chain has. */
async function missingHeads(client: PoolClient, noted: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const head of noted) {
    const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? [];
    const { rowCount } = await client.query(
      `select from audit_chain where position = $1 and hash = decode($2, 'hex')`,
      [position ?? 0, hash ?? ''],
    );
    if (rowCount === 0)
      missing.push(
        `The noted code ${head} is in no trail: entries up to it were removed or replaced, or its school system was deleted.`,
      );
  }
  return missing;
}

/** The code of each client's last entry, in the form of `noted`. */
export async function findHeads(owner: Pool): Promise<{ client: string; code: string }[]> {
  const { rows } = await owner.query<{ client: string; code: string }>(
    `select s.id as client, c.position || ':' || encode(c.hash, 'hex') as code from clients s
      cross join lateral (select position, hash from audit_chain where client_id = s.id order by position desc limit 1) c`,
  );
  return rows;
}
