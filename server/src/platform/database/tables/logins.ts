import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, createdAt, emptyText, moment, ownId } from './columns.ts';
import { userKey, users } from './people.ts';

/* How people log in, and as whom. */

/** Only the hash of a session's token is stored, so that reading this table logs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Identifies the session to its owner, who can end it. */
    id: uuid('id').notNull().defaultRandom(),
    ...userKey(),
    /** The browser and system that started it, such as Firefox and Windows; empty if unknown. */
    browser: emptyText('browser'),
    system: emptyText('system'),
    /** The person masquerading: their tenant and id, during a masquerade. */
    adminClientId: uuid('admin_client_id'),
    adminId: uuid('admin_id'),
    masqueradeId: uuid('masquerade_id'),
    /** Its holder must set up two-step login before anything else. */
    needsSecondFactor: boolean('needs_second_factor').notNull().default(false),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('sessions_by_user').on(t.clientId, t.userId),
    index('sessions_by_admin').on(t.adminClientId, t.adminId).where(sql`admin_id is not null`),
    index('sessions_by_expiry').on(t.expiresAt),
  ],
);

/**
 * Browsers that an account logged in with, by the hash of a random cookie, so that nobody else's guesses lock these
 * out.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    ...userKey(),
    deviceHash: bytes('device_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.deviceHash] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('known_devices_by_expiry').on(t.expiresAt),
  ],
);

/** Two-step login, which is on if there is a secret. */
export const secondFactors = pgTable(
  'second_factors',
  {
    ...userKey(),
    /** Encrypted with the installation's key. */
    secret: bytes('secret'),
    since: moment('since'),
    /** The time step of the last accepted code, so that no code works twice. */
    lastStep: integer('last_step').notNull().default(0),
    /** A new secret, also encrypted, until a code confirms it. */
    pending: bytes('pending'),
    pendingAt: moment('pending_at'),
    /** The salt of the recovery codes' hashes. */
    recoverySalt: bytes('recovery_salt'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Recovery codes that have not been used, hashed like passwords. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { ...userKey(), codeHash: bytes('code_hash').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.codeHash] }),
    foreignKey({
      columns: [t.clientId, t.userId],
      foreignColumns: [secondFactors.clientId, secondFactors.userId],
    }).onDelete('cascade'),
  ],
);

/** Mailed codes, hashed; each works once. `purpose` is a `CodePurpose`. */
export const passwordCodes = pgTable(
  'password_codes',
  {
    codeHash: bytes('code_hash').primaryKey(),
    ...userKey(),
    purpose: text('purpose').notNull(),
    /** The address that the code was mailed to; null for a password reset. */
    email: text('email'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('password_codes_by_user').on(t.clientId, t.userId),
  ],
);

/** When staff saw Waypost as somebody else. */
export const masquerades = pgTable(
  'masquerades',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    /** Neither is a foreign key: the record outlives the people it names. */
    adminId: uuid('admin_id').notNull(),
    adminName: text('admin_name').notNull(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at'),
    /** When the person was told of it. */
    toldAt: moment('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('masquerades_by_time').on(t.clientId, t.beganAt),
    index('masquerades_by_user').on(t.clientId, t.userId, t.beganAt),
    index('masquerades_untold').on(t.clientId).where(sql`${t.endedAt} is not null and ${t.toldAt} is null`),
  ],
);
