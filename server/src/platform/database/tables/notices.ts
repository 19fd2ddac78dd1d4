import type { MailKind } from '@waypost/contract/messages/mail/rules';
import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, moment, ownId } from './columns.ts';
import { users } from './people.ts';

/** Notices at the bell. A trigger tells the servers who has a new one. */
export const notices = pgTable(
  'notices',
  {
    clientId: clientId(),
    id: ownId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** In the language that its reader had. */
    text: text('text').notNull(),
    path: text('path').notNull(),
    /** The account that the text names: they are deleted together. */
    aboutId: uuid('about_id'),
    at: moment('at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.clientId, t.aboutId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('notices_by_user').on(t.clientId, t.userId, t.at),
    index('notices_unread').on(t.clientId, t.userId).where(sql`read_at is null`),
    index('notices_about').on(t.clientId, t.aboutId).where(sql`about_id is not null`),
    index('notices_by_age').on(t.at),
  ],
);
