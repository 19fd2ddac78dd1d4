import type { Proof } from '@waypost/contract/messages/proofs/rules';
import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, clientId, moment } from './columns.ts';
import { users } from './people.ts';

/** The newest code of a person who acts by link: the second proof. It is deleted once it is used. */
export const linkCodes = pgTable(
  'link_codes',
  {
    clientId: clientId(),
    /** The student or the business whose guardian or contact it is. */
    accountId: uuid('account_id').notNull(),
    /** The address of their links, in lower case. */
    email: text('email').notNull(),
    salt: bytes('salt').notNull(),
    codeHash: bytes('code_hash').notNull(),
    proof: text('proof').$type<Proof>().notNull(),
    /** The other address or the phone number, masked. */
    proofTo: text('proof_to').notNull(),
    expiresAt: moment('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it was typed correctly; only then does the database accept what it proves. */
    verifiedAt: moment('verified_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId, t.email] }),
    foreignKey({ columns: [t.clientId, t.accountId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    check('link_codes_proof', sql`proof in ('email', 'phone')`),
  ],
);
