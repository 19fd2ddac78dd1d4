import type { Locale } from '@waypost/contract/i18n';
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, moment } from './columns.ts';

/** People without an account who got a reminder, by the hash of their address, and whether they turned them off. */
export const recipients = pgTable(
  'recipients',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    addressHash: bytes('address_hash').notNull(),
    /** In the header of each reminder: turns reminders off and on without a login. */
    stopCode: uuid('stop_code').notNull().defaultRandom(),
    locale: text('locale').$type<Locale>().notNull(),
    mutedAt: moment('muted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.addressHash] }),
    uniqueIndex('recipients_by_code').on(t.stopCode),
  ],
);
