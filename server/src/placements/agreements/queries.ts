import { createHash } from 'node:crypto';
import { utcDay } from '@waypost/contract/dates';
import type { Locale } from '@waypost/contract/i18n';
import { daysOf, payOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import type { InternshipType } from '@waypost/contract/opportunities/opportunities/rules';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import {
  type AgreementStatus,
  type Party,
  parties,
  type StoredStatus,
  statusAt,
} from '@waypost/contract/placements/agreements/rules';
import {
  type AgreementTerms,
  defaultTemplate,
  fillTemplate,
  guardianNames,
  missingTerms,
  type NamedGuardian,
  type PlacementNames,
  termOf,
} from '@waypost/contract/placements/agreements/template';
import { and, asc, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { scheduleColumns } from '../../opportunities/opportunities/queries.ts';
import { type Db, prepared, type Tx } from '../../platform/database/connect.ts';
import {
  agreementSignatures,
  agreements,
  agreementTemplates,
  agreementTemplateVersions,
  signedDocuments,
} from '../../platform/database/tables/agreements.ts';
import { files } from '../../platform/database/tables/files.ts';
import { programs, schools, settings } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { students, users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { forReader } from '../../platform/language/reader.ts';

type ProjectKey = { clientId: string; projectId: string };

const student = alias(users, 'student');
const business = alias(users, 'business');

/** The values for an agreement that are known before anyone fills it in. */
export const selectAgreementFacts = (db: Db) =>
  db
    .select({
      projectId: projects.id,
      studentId: projects.studentId,
      businessId: projects.businessId,
      student: sql<string>`coalesce(${student.firstName} || ' ' || ${student.lastName}, '')`,
      firstName: sql<string>`coalesce(${student.firstName}, '')`,
      lastName: sql<string>`coalesce(${student.lastName}, '')`,
      birthDate: students.birthDate,
      guardians: sql<NamedGuardian[]>`coalesce((
        select json_agg(json_build_object('name', g.name, 'relationship', g.relationship) order by g.ordinal)
          from guardians g where g.client_id = ${projects.clientId} and g.student_id = ${projects.studentId}
           and g.confirmed and g.may_sign and g.name <> ''), '[]')`,
      school: sql<string>`coalesce(${schools.name}, '')`,
      programId: projects.programId,
      program: sql<string>`coalesce(${programs.name}, '')`,
      business: sql<string>`coalesce(${business.businessName}, '')`,
      /** The placement's supervisor; empty if there is none. */
      supervisor: sql<string>`coalesce((select c.name from business_contacts c
        where c.client_id = ${projects.clientId} and c.id = ${projects.supervisorId}), '')`,
      title: opportunities.title,
      internshipType: opportunities.internshipType,
      compensation: opportunities.compensation,
      ...scheduleColumns,
      start: opportunities.employmentStart,
      stop: opportunities.employmentStop,
      street: opportunities.street,
      city: opportunities.city,
      state: opportunities.state,
      zip: opportunities.zip,
      schoolSystem: sql<string>`coalesce(nullif(${settings.fullName}, ''),
        (select full_name from clients where id = ${projects.clientId}))`,
      locale: sql<Locale>`coalesce(${settings.locale}, 'en')`,
      signingOrder: sql<'parallel' | 'sequence'>`coalesce(${settings.signingOrder}, 'parallel')`,
    })
    .from(projects)
    .innerJoin(
      opportunities,
      and(eq(opportunities.clientId, projects.clientId), eq(opportunities.id, projects.opportunityId)),
    )
    .leftJoin(student, and(eq(student.clientId, projects.clientId), eq(student.id, projects.studentId)))
    .leftJoin(business, and(eq(business.clientId, projects.clientId), eq(business.id, projects.businessId)))
    .leftJoin(students, and(eq(students.clientId, student.clientId), eq(students.userId, student.id)))
    .leftJoin(schools, and(eq(schools.clientId, projects.clientId), eq(schools.id, projects.schoolId)))
    .leftJoin(programs, and(eq(programs.clientId, projects.clientId), eq(programs.id, projects.programId)))
    .leftJoin(settings, eq(settings.clientId, projects.clientId));

export const findAgreementFacts = prepared<ProjectKey>()(
  'findAgreementFacts',
  (db, { clientId, projectId }) =>
    selectAgreementFacts(db).where(and(eq(projects.clientId, clientId), eq(projects.id, projectId))),
);
export type AgreementFacts = Awaited<ReturnType<typeof findAgreementFacts>>[number];

/** The newest placement of a program and a kind of internship; null matches any. */
export async function findSample(
  tx: Tx,
  clientId: string,
  { program, internshipType }: { program: string | null; internshipType: InternshipType | null },
): Promise<AgreementFacts | undefined> {
  const [found] = await selectAgreementFacts(tx.db)
    .where(
      and(
        eq(projects.clientId, clientId),
        program === null ? undefined : eq(programs.name, program),
        internshipType === null ? undefined : eq(opportunities.internshipType, internshipType),
        sql`${projects.studentId} is not null`,
      ),
    )
    .orderBy(desc(projects.createdAt), asc(projects.id))
    .limit(1);
  return found;
}

export const namesOf = (facts: AgreementFacts): PlacementNames => ({
  student: facts.student.trim(),
  school: facts.school,
  program: facts.program,
  school_system: facts.schoolSystem,
  business: facts.business,
  title: facts.title,
});

/** Like `namesOf`, with the guardians who may sign, in the school system's language. */
export const allNamesOf = (facts: AgreementFacts) => ({
  ...namesOf(facts),
  ...inLanguage(facts.locale, () => guardianNames(facts.guardians)),
});

/** The terms known from the opportunity, and the placement's supervisor. The business and staff fill in the rest. */
export const termsOf = (facts: AgreementFacts): AgreementTerms =>
  inLanguage(facts.locale, () => ({
    place: [facts.street, facts.city, [facts.state, facts.zip].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    start_date: facts.start,
    end_date: facts.stop,
    schedule: daysOf(facts.days),
    hours_per_week: facts.hoursPerWeek,
    pay: payOf({ paidUnpaid: facts.compensation, pay_from: facts.payFrom, pay_to: facts.payTo }),
    duties: '',
    goals: '',
    supervisor: facts.supervisor,
    supervision: '',
    hazardous: false,
    guardian_signs: true,
  }));

/** Agreements are written in the school system's language, not the reader's. */
const inLanguage = <Result>(locale: Locale, work: () => Result): Result =>
  forReader({ locale, you: 'usted' }, work);

interface Wording {
  body: string;
  locale: Locale;
  names: PlacementNames;
  terms: AgreementTerms;
}

/** The agreement's text as it would be signed. Guardians are those on file now, because families add them late. */
export const textOf = (
  { body, locale, names, terms }: Wording,
  { guardians }: Pick<AgreementFacts, 'guardians'>,
): string => inLanguage(locale, () => fillTemplate(body, { ...names, ...guardianNames(guardians) }, terms));

export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Whether a draft, the row `a`, lacks something that its template asks for: `missingTerms` in SQL. */
export const isIncomplete = `exists (
  select from (values ${Object.entries(termOf)
    .map(([field, term]) => `('[${field}]', '${term}')`)
    .join(', ')}) as asked (field, term)
   where position(asked.field in a.body) > 0 and coalesce(a.terms ->> asked.term, '') = '')`;

/** The text of the most specific template for a placement, or the default one. */
async function findBody(
  tx: Tx,
  clientId: string,
  { programId, internshipType, locale }: AgreementFacts,
): Promise<string> {
  const [found] = await tx.db
    .select({ body: agreementTemplateVersions.body })
    .from(agreementTemplates)
    .innerJoin(agreementTemplateVersions, ofCurrentVersion)
    .where(
      and(
        eq(agreementTemplates.clientId, clientId),
        or(isNull(agreementTemplates.programId), sql`${agreementTemplates.programId} = ${programId}`),
        or(isNull(agreementTemplates.internshipType), eq(agreementTemplates.internshipType, internshipType)),
      ),
    )
    .orderBy(sql`${agreementTemplates.programId} is null`, sql`${agreementTemplates.internshipType} is null`)
    .limit(1);
  return found?.body ?? inLanguage(locale, defaultTemplate);
}

const ofCurrentVersion = and(
  eq(agreementTemplateVersions.clientId, agreementTemplates.clientId),
  eq(agreementTemplateVersions.templateId, agreementTemplates.id),
  eq(agreementTemplateVersions.version, agreementTemplates.version),
);

/**
 * Drafts the next version of a placement's agreement; the first when the placement starts. Later versions keep the
 * terms and use the current template. Returns whether it has everything that the template asks for.
 */
export async function draftAgreement(
  tx: Tx,
  key: ProjectKey,
  earlier: { version: number; terms: AgreementTerms } | null,
  now: Date,
): Promise<boolean> {
  const [facts] = await findAgreementFacts(tx, key);
  if (!facts) throw new Error('no placement to write an agreement for');
  const guardian_signs = needsGuardian(facts.birthDate, utcDay(now));
  const kept = earlier && { ...earlier.terms, supervisor: earlier.terms.supervisor || facts.supervisor };
  const terms = kept ?? { ...termsOf(facts), guardian_signs };
  const body = await findBody(tx, key.clientId, facts);
  await tx.db.insert(agreements).values({
    ...key,
    version: (earlier?.version ?? 0) + 1,
    body,
    locale: facts.locale,
    names: namesOf(facts),
    terms,
    signingOrder: facts.signingOrder,
    parties: [],
    createdAt: now,
    updatedAt: now,
  });
  return missingTerms(body, terms).length === 0;
}

const ofAgreement = and(
  eq(signedDocuments.clientId, agreements.clientId),
  eq(signedDocuments.agreementId, agreements.id),
);

export interface CheckedRow {
  code: string;
  status: StoredStatus;
  closedBy: string;
  version: number;
  schoolSystem: string;
  sha256: string;
  signedAt: Date;
  signers: { party: Party; name: string }[];
}

/** A document by its code, of any school system. */
export async function findCheckedDocument(tx: Tx, code: string): Promise<CheckedRow | undefined> {
  const { rows } = await tx.client.query<CheckedRow>({
    name: 'find_signed_document',
    text: `select code, status, closed_by as "closedBy", version, school_system as "schoolSystem", sha256,
                  signed_at as "signedAt", signers
             from find_signed_document($1)`,
    values: [code],
  });
  return rows[0];
}

/** The sealed PDF of a version. */
export const findDocument = prepared<ProjectKey & { version: number }>()(
  'findSignedDocument',
  (db, { clientId, projectId, version }) =>
    db
      .select({
        name: files.name,
        contentType: files.contentType,
        bytes: files.bytes,
        storageKey: files.storageKey,
      })
      .from(agreements)
      .innerJoin(signedDocuments, ofAgreement)
      .innerJoin(
        files,
        and(eq(files.clientId, signedDocuments.clientId), eq(files.id, signedDocuments.fileId)),
      )
      .where(
        and(
          eq(agreements.clientId, clientId),
          eq(agreements.projectId, projectId),
          eq(agreements.version, version),
        ),
      ),
);

/**
 * A placement's versions, once for each of their signatures. One statement, because a signature between two would be read
 * without the status that it led to.
 */
const findVersions = prepared<ProjectKey>()('findAgreementVersions', (db, { clientId, projectId }) =>
  db
    .select({
      version: getTableColumns(agreements),
      document: { code: signedDocuments.code, sealedAt: signedDocuments.sealedAt },
      signature: {
        party: agreementSignatures.party,
        signerName: agreementSignatures.signerName,
        nameOnFile: agreementSignatures.nameOnFile,
        method: agreementSignatures.method,
        signedOn: agreementSignatures.signedOn,
        signedAt: agreementSignatures.signedAt,
        sentTo: agreementSignatures.sentTo,
        proof: agreementSignatures.proof,
        proofTo: agreementSignatures.proofTo,
        recordedBy: agreementSignatures.recordedBy,
        recordedAt: agreementSignatures.recordedAt,
      },
      scan: { id: files.id, name: files.name },
    })
    .from(agreements)
    .leftJoin(signedDocuments, ofAgreement)
    .leftJoin(
      agreementSignatures,
      and(
        eq(agreementSignatures.clientId, agreements.clientId),
        eq(agreementSignatures.agreementId, agreements.id),
      ),
    )
    .leftJoin(
      files,
      and(eq(files.clientId, agreementSignatures.clientId), eq(files.id, agreementSignatures.fileId)),
    )
    .where(and(eq(agreements.clientId, clientId), eq(agreements.projectId, projectId)))
    .orderBy(desc(agreements.version)),
);

/** An agreement with its signatures and its status now. */
export type FoundAgreement = Awaited<ReturnType<typeof findAgreements>>[number];

/** All versions of a placement's agreement, the newest first. */
export async function findAgreements(tx: Tx, key: ProjectKey, now: Date) {
  const rows = await findVersions(tx, key);
  const versions = rows.filter(({ version }, index) => version.id !== rows[index - 1]?.version.id);
  return versions.map(({ version, document }) => {
    const signatures = parties.flatMap((party) =>
      rows.flatMap(({ version: { id }, signature, scan }) =>
        id === version.id && signature?.party === party ? [{ ...signature, scan }] : [],
      ),
    );
    const status: AgreementStatus = statusAt(version, now);
    return { ...version, document, status, signatures, signed: signatures.map(({ party }) => party) };
  });
}

/** The version in effect: the newest one, or, if that was discarded, the fully signed one. */
export function currentOf(versions: readonly FoundAgreement[]): FoundAgreement | undefined {
  const [newest] = versions;
  if (newest?.status !== 'void') return newest;
  return versions.find(({ status }) => status === 'signed') ?? newest;
}

/** Whether hours need signatures first: the school system's setting, and the agreement's status. */
export const findHoursGate = prepared<ProjectKey>()('findHoursGate', (db, { clientId, projectId }) =>
  db
    .select({
      hoursBeforeSigned: sql<boolean>`coalesce((select ${settings.hoursBeforeSigned} from ${settings}
        where ${settings.clientId} = ${clientId}), true)`,
      secondProof: sql<boolean>`coalesce((select ${settings.secondProof} from ${settings}
        where ${settings.clientId} = ${clientId}), false)`,
      hasAgreement: sql<boolean>`count(*) > 0`,
      isSigned: sql<boolean>`coalesce(bool_or(${agreements.status} = 'signed'), false)`,
    })
    .from(agreements)
    .where(and(eq(agreements.clientId, clientId), eq(agreements.projectId, projectId))),
);
