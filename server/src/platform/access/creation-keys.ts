import { createHash } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { CREATION_KEY_HEADER } from '@waypost/contract/creation-key';
import { msg, t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/connect.ts';
import { creationKeys } from '../database/tables/people.ts';
import type { Request, UploadedFile } from './handler.ts';
import { enterTenant } from './tenant.ts';

/** What a caller wants to create, under a key that the caller chose. */
export interface Creation {
  key: string;
  /** Of the call, its input and its file: a key can be repeated only with the same request. */
  hash: Buffer;
}

const KEY = /^[\w-]{1,64}$/;
const WRONG_KEY = msg('A creation key has at most 64 letters, digits, hyphens and underscores.');
const OTHER_REQUEST = msg(
  'This was already saved the first time. Look at what you have before you add it again.',
);

/** What the request creates under which key; null without a key. 400 for a malformed key. */
export function creationOf(
  call: Call,
  wire: FastifyRequest,
  input: unknown,
  file: UploadedFile | null,
): Creation | null {
  const key = call.creates && wire.headers[CREATION_KEY_HEADER];
  if (!key) return null;
  if (typeof key !== 'string' || !KEY.test(key)) return refuse('invalid-input', t(WRONG_KEY));
  const hash = createHash('sha256').update(JSON.stringify([call.path, input, file?.name ?? null]));
  return { key, hash: hash.update(file?.content ?? '').digest() };
}

/**
 * Runs `create` unless this person has already created something under the key, and then returns that reply. Two requests
 * at the same time wait for each other. 409 if the key belongs to another request.
 */
export async function createOnce<T>(
  tx: Tx,
  { caller, creation, now }: Request<unknown>,
  create: () => Promise<T>,
): Promise<T> {
  if (!caller || !creation) return create();
  const { clientId, id } = caller;
  const { key, hash } = creation;
  const claimed = await tx.db
    .insert(creationKeys)
    .values({ clientId, userId: id, key, hash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: creationKeys.key });
  const isThis = and(
    eq(creationKeys.clientId, clientId),
    eq(creationKeys.userId, id),
    eq(creationKeys.key, key),
  );
  if (claimed.length === 0) {
    const [earlier] = await tx.db.select().from(creationKeys).where(isThis);
    if (!earlier?.hash.equals(hash)) refuse('already-created', t(OTHER_REQUEST));
    return earlier.reply as T;
  }
  const reply = await create();
  // An owner's handler may have entered another school system.
  await enterTenant(tx, clientId);
  await tx.db.update(creationKeys).set({ reply }).where(isThis);
  return reply;
}
