import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/connect.ts';

/** The hash of an address, ignoring letter case. */
export const hashOfAddress = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex');

/** Claims the day's reminder for these people. Returns those who had none yet that day. */
export async function claimToday<One extends { email: string }>(
  tx: Tx,
  clientId: string,
  today: string,
  people: readonly One[],
): Promise<One[]> {
  const hashes = people.map(({ email }) => Buffer.from(hashOfAddress(email), 'hex'));
  const claimed = toHex(await claimPeople(tx, clientId, today, hashes));
  return people.filter(({ email }) => claimed.has(hashOfAddress(email)));
}

/**
 * Claims these people's reminder of this day, and returns those who had none yet. One statement finds and marks them,
 * so two servers never remind the same person.
 */
async function claimPeople(
  tx: Tx,
  clientId: string,
  day: string,
  addressHashes: readonly Buffer[],
): Promise<Buffer[]> {
  const { rows } = await tx.client.query<{ hash: Buffer }>({
    name: 'claimPeopleToRemind',
    text: `insert into reminded_people (client_id, day, address_hash)
           select $1, $2, hash from unnest($3::bytea[]) as hash order by hash
           on conflict do nothing returning address_hash as hash`,
    values: [clientId, day, addressHashes],
  });
  return rows.map(({ hash }) => hash);
}

/** The hashes among these, in hex, of people whom somebody has reminded on this day. */
export async function findClaimed(
  tx: Tx,
  clientId: string,
  day: string,
  addressHashes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ hash: Buffer }>({
    name: 'findRemindedPeople',
    text: `select address_hash as hash from reminded_people
            where client_id = $1 and day = $2 and address_hash = any($3::bytea[])`,
    values: [clientId, day, addressHashes.map((hash) => Buffer.from(hash, 'hex'))],
  });
  return toHex(rows.map(({ hash }) => hash));
}

const toHex = (hashes: readonly Buffer[]) => new Set(hashes.map((hash) => hash.toString('hex')));
