import type { Locale } from '@waypost/contract/i18n';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, emptyText, moment, ownId } from './columns.ts';
import { users } from './people.ts';

/** Links that act without an account, each for one purpose, subject and recipient. Only a token's hash is stored. */
export const links = pgTable(
  'links',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    tokenHash: bytes('token_hash').notNull(),
    purpose: text('purpose').notNull(),
    /** Its subject: a business for `hours`, a placement for `evaluation`, a version of an agreement for `sign`. */
    subjectId: uuid('subject_id').notNull(),
    /** The account that the subject belongs to; the link is deleted with it. */
    accountId: uuid('account_id').notNull(),
    recipientName: emptyText('recipient_name'),
    recipientEmail: text('recipient_email').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    doneAt: moment('done_at'),
    revokedAt: moment('revoked_at'),
    /** For `hours`: it reaches only the placements that this address supervises; null: all of the business. */
    supervisorEmail: text('supervisor_email'),
    /** The colleague who got a separate link instead. */
    passedOnTo: text('passed_on_to'),
    passedOnEmail: text('passed_on_email'),
    /** Whether it was in a reminder. Reminders are counted from the newest link that was not. */
    reminds: boolean('reminds').notNull().default(false),
    /** Its recipient said that it is not for them. */
    refused: boolean('refused').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    uniqueIndex('links_by_token').on(t.tokenHash),
    foreignKey({ columns: [t.clientId, t.accountId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('links_by_account').on(t.clientId, t.accountId),
    index('links_by_subject').on(t.clientId, t.subjectId),
    index('links_to_evaluate')
      .on(t.clientId, t.subjectId)
      .where(sql`purpose = 'evaluation' and done_at is null and revoked_at is null`),
    index('links_to_consent')
      .on(t.clientId, t.subjectId)
      .where(sql`purpose = 'consent' and done_at is null and revoked_at is null`),
  ],
);

/** What was done by a link, with the typed name: its receipt. */
export const linkActs = pgTable(
  'link_acts',
  {
    clientId: clientId(),
    id: ownId(),
    linkId: uuid('link_id').notNull(),
    at: moment('at').notNull(),
    name: text('name').notNull(),
    /** The person concerned: erasing them erases it. */
    accountId: uuid('account_id'),
    details: jsonb('details').$type<Record<string, string | number | boolean>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.linkId], foreignColumns: [links.clientId, links.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.clientId, t.accountId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('link_acts_by_link').on(t.clientId, t.linkId, t.at),
    index('link_acts_by_account').on(t.clientId, t.accountId),
  ],
);
