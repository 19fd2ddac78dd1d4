import type { Locale } from '@waypost/contract/i18n';
import type { Proof } from '@waypost/contract/messages/proofs/rules';
import type { ConsentDecision } from '@waypost/contract/people/consents/rules';
import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, emptyText, moment, ownId } from './columns.ts';
import { users } from './people.ts';

/** Decisions about the release of a student's information. The newest is in effect; rows are never changed. */
export const consents = pgTable(
  'consents',
  {
    clientId: clientId(),
    id: ownId(),
    studentId: uuid('student_id').notNull(),
    decision: text('decision').$type<ConsentDecision>().notNull(),
    method: text('method').$type<'link' | 'paper'>().notNull(),
    name: text('name').notNull(),
    decidedOn: date('decided_on', { mode: 'string' }).notNull(),
    /** Null on paper. */
    decidedAt: moment('decided_at'),
    /** The release as it was shown; empty on paper. */
    text: emptyText('text'),
    locale: text('locale').$type<Locale>(),
    /** The address of the link, masked. */
    sentTo: emptyText('sent_to'),
    /** The second proof, and the other address or the phone number, masked. */
    proof: text('proof').$type<Proof>(),
    proofTo: emptyText('proof_to'),
    /** Who recorded it from paper. */
    recordedBy: emptyText('recorded_by'),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('consents_by_student').on(t.clientId, t.studentId, t.recordedAt),
    check('consents_decision', sql`decision in ('given', 'refused', 'withdrawn')`),
    check('consents_method', sql`method in ('link', 'paper')`),
  ],
);
