import type { Locale } from '@waypost/contract/i18n';
import type { Proof } from '@waypost/contract/messages/proofs/rules';
import type {
  Party,
  SigningMethod,
  SigningOrder,
  StoredStatus,
} from '@waypost/contract/placements/agreements/rules';
import type { AgreementTerms, PlacementNames } from '@waypost/contract/placements/agreements/template';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clientId, createdAt, emptyText, moment, ownId, updatedAt } from './columns.ts';
import { files } from './files.ts';
import { programs } from './lists.ts';
import { projects } from './projects.ts';

/** The text of agreements for a program and a kind of internship; null matches any. The texts are in the versions. */
export const agreementTemplates = pgTable(
  'agreement_templates',
  {
    clientId: clientId(),
    id: ownId(),
    programId: uuid('program_id'),
    internshipType: text('internship_type'),
    /** The current version. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.programId],
      foreignColumns: [programs.clientId, programs.id],
    }).onDelete('cascade'),
    unique('one_template_each').on(t.clientId, t.programId, t.internshipType).nullsNotDistinct(),
  ],
);

export const agreementTemplateVersions = pgTable(
  'agreement_template_versions',
  {
    clientId: clientId(),
    templateId: uuid('template_id').notNull(),
    version: integer('version').notNull(),
    body: text('body').notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.templateId, t.version] }),
    foreignKey({
      columns: [t.clientId, t.templateId],
      foreignColumns: [agreementTemplates.clientId, agreementTemplates.id],
    }).onDelete('cascade'),
  ],
);

/** A version of a placement's training agreement. */
export const agreements = pgTable(
  'agreements',
  {
    clientId: clientId(),
    id: ownId(),
    projectId: uuid('project_id').notNull(),
    version: integer('version').notNull(),
    /** Incremented with every change, so that nobody overwrites what they have not seen. */
    revision: integer('revision').notNull().default(1),
    status: text('status').$type<StoredStatus>().notNull().default('draft'),
    /** The template at that time, because templates change. */
    body: text('body').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    names: jsonb('names').$type<PlacementNames>().notNull(),
    terms: jsonb('terms').$type<AgreementTerms>().notNull(),
    signingOrder: text('signing_order').$type<SigningOrder>().notNull(),
    parties: text('parties').array().$type<Party[]>().notNull(),
    /** The text to sign, set when it is sent; null in a draft. */
    text: text('text'),
    /** The SHA-256 of the text, as hexadecimal digits. */
    textHash: text('text_hash'),
    sentAt: moment('sent_at'),
    expiresAt: moment('expires_at'),
    /** Who declined or voided it, and why. */
    closedReason: emptyText('closed_reason'),
    closedBy: emptyText('closed_by'),
    closedAt: moment('closed_at'),
    /** When everyone was told that it had expired. */
    expiryToldAt: moment('expiry_told_at'),
    /** When a guardian's part in it ended, because the student turned 18 before one signed. */
    guardianReleasedAt: moment('guardian_released_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    unique('one_agreement_version_each').on(t.clientId, t.projectId, t.version),
    index('agreements_by_status').on(t.clientId, t.status, t.updatedAt),
    index('agreements_by_expiry')
      .on(t.clientId, t.expiresAt)
      .where(sql`status in ('sent', 'partly signed') and expiry_told_at is null`),
    check(
      'agreement_status',
      sql`${t.status} in ('draft', 'sent', 'partly signed', 'signed', 'declined', 'void')`,
    ),
    check('agreement_text_is_fixed', sql`${t.status} in ('draft', 'void') or ${t.textHash} is not null`),
  ],
);

/** Who signed an agreement, when, how they were identified, and the hash of the text that they saw. */
/** A mailbox signs a version for one party only. */
export const ONE_PARTY_A_MAILBOX = 'agreement_signatures_one_party_a_mailbox';

export const agreementSignatures = pgTable(
  'agreement_signatures',
  {
    clientId: clientId(),
    agreementId: uuid('agreement_id').notNull(),
    party: text('party').$type<Party>().notNull(),
    signerName: text('signer_name').notNull(),
    /** The name on file of the expected signer, if the typed name is another one. */
    nameOnFile: emptyText('name_on_file'),
    method: text('method').$type<SigningMethod>().notNull(),
    /** The account that signed. Not a foreign key, because the signature outlives the account. */
    userId: uuid('user_id'),
    textHash: text('text_hash').notNull(),
    signedOn: date('signed_on', { mode: 'string' }).notNull(),
    /** Null on paper. */
    signedAt: moment('signed_at'),
    /** The SHA-256 of the mailbox that it was signed from, as hexadecimal digits; null on paper. */
    mailboxHash: text('mailbox_hash'),
    /** The masked address of the link used for the signature. */
    sentTo: emptyText('sent_to'),
    /** The second proof, and the other address or the phone number, masked. */
    proof: text('proof').$type<Proof>(),
    proofTo: emptyText('proof_to'),
    /** Who recorded a signature on paper, and when. */
    recordedBy: emptyText('recorded_by'),
    recordedAt: moment('recorded_at').notNull(),
    /** The scan. Not a foreign key: it is the student's file, and is deleted with their account. */
    fileId: uuid('file_id'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.agreementId, t.party] }),
    uniqueIndex(ONE_PARTY_A_MAILBOX).on(t.clientId, t.agreementId, t.mailboxHash),
    foreignKey({
      columns: [t.clientId, t.agreementId],
      foreignColumns: [agreements.clientId, agreements.id],
    }).onDelete('cascade'),
  ],
);

/** The sealed PDF of a version that everyone signed. It never changes, even if the version is superseded or voided. */
export const signedDocuments = pgTable(
  'signed_documents',
  {
    clientId: clientId(),
    agreementId: uuid('agreement_id').notNull(),
    fileId: uuid('file_id').notNull(),
    /** The code printed on it, which looks it up without an account. */
    code: text('code').notNull(),
    /** The hash of the file, as hexadecimal digits. */
    sha256: text('sha256').notNull(),
    sealedAt: moment('sealed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.agreementId] }),
    foreignKey({
      columns: [t.clientId, t.agreementId],
      foreignColumns: [agreements.clientId, agreements.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.clientId, t.fileId],
      foreignColumns: [files.clientId, files.id],
    }).onDelete('cascade'),
    uniqueIndex('signed_documents_by_code').on(t.code),
    uniqueIndex('signed_documents_by_file').on(t.clientId, t.fileId),
  ],
);
