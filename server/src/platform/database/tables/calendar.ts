import { foreignKey, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, clientId, moment } from './columns.ts';
import { users } from './people.ts';

/** The owner of a secret address where calendars can read their dates. Only the hash of its token is stored. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId] }),
    uniqueIndex('calendar_feeds_by_token').on(t.tokenHash),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);
