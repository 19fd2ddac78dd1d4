import { randomUUID } from 'node:crypto';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import { type Party, partiesOf, SIGN_WITHIN_DAYS } from '@waypost/contract/placements/agreements/rules';
import type { AgreementTerms } from '@waypost/contract/placements/agreements/template';
import { defaultTemplate } from '@waypost/contract/placements/agreements/template';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import {
  type AgreementFacts,
  hashOf,
  namesOf,
  selectAgreementFacts,
  termsOf,
  textOf,
} from '../placements/agreements/queries.ts';
import { agreementSignatures, agreements } from '../platform/database/tables/agreements.ts';
import { businessContacts } from '../platform/database/tables/contacts.ts';
import { guardians } from '../platform/database/tables/guardians.ts';
import { users } from '../platform/database/tables/people.ts';
import { projects } from '../platform/database/tables/projects.ts';
import type { DemoMaking } from './fill-demo.ts';

const duties = [
  'Helps with the daily work, prepares materials and tools, and keeps the workplace clean.',
  'Works with customers, keeps records, and takes on small tasks from start to end.',
  'Assists the team, takes measurements, and writes down what was done each day.',
];
const goals = [
  'Plans a day’s work, asks questions early, and explains to others what they have done.',
  'Uses the tools of the trade safely, and checks their own work against the plan.',
];
const supervision = 'The student works beside an experienced person, and meets the supervisor every week.';

/** The progress of an agreement: who has signed; null while it is a draft. */
type Progress = { signed: readonly Party[]; declined?: string; expired?: true } | null;

const everyone = partiesOf(true);

/** A placement whose agreement is written, and who signs it besides the student. */
interface Placement {
  facts: AgreementFacts;
  status: BusinessStatus;
  createdAt: Date;
  /** The supervisor's name. */
  contact: string;
  parent: typeof guardians.$inferSelect | undefined;
  admin: { id: string; name: string };
}

type NewAgreement = typeof agreements.$inferInsert & { id: string; updatedAt: Date };
type NewSignature = typeof agreementSignatures.$inferInsert;

/**
 * The agreements of all placements, or of those that start soon. Only the latter are still being signed, except that
 * Maya's waits for her and for the school.
 */
export async function fillAgreements(making: DemoMaking, own: { id: string }, starting?: readonly string[]) {
  const { db, dice } = making;
  const rows: NewAgreement[] = [];
  const signatures: NewSignature[] = [];
  for (const placement of await findPlacements(making, starting)) {
    const isOwn = making.cast.isPublished && placement.facts.studentId === own.id;
    const progress: Progress = isOwn
      ? { signed: ['guardian', 'business'] }
      : starting
        ? (unfinished[rows.length % unfinished.length] ?? null)
        : placement.status === 'open'
          ? drawProgress(dice.between(1, 100))
          : { signed: everyone };
    const agreement = makeAgreement(making, placement, progress, starting !== undefined);
    rows.push(agreement);
    // Most parents signed by the link in their email.
    const withLink = isOwn || rows.length % 4 > 0;
    for (const party of progress?.signed ?? [])
      signatures.push(makeSignature(agreement, placement, party, withLink));
  }
  if (rows.length) await db.insert(agreements).values(rows);
  if (signatures.length) await db.insert(agreementSignatures).values(signatures);
}

async function findPlacements(
  { db, clientId }: DemoMaking,
  starting: readonly string[] | undefined,
): Promise<Placement[]> {
  const [admin] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin')));
  if (!admin) throw new Error('no administrator was made');
  const parents = await db
    .select()
    .from(guardians)
    .where(and(eq(guardians.clientId, clientId), eq(guardians.ordinal, 1)));
  const contacts = await db.select().from(businessContacts).where(eq(businessContacts.clientId, clientId));
  const begun = await db
    .select({
      id: projects.id,
      status: projects.businessStatus,
      createdAt: projects.createdAt,
      supervisorId: projects.supervisorId,
    })
    .from(projects)
    .where(eq(projects.clientId, clientId));
  const found = await selectAgreementFacts(db).where(
    and(
      eq(projects.clientId, clientId),
      isNotNull(projects.studentId),
      isNotNull(projects.businessId),
      starting && inArray(projects.id, [...starting]),
    ),
  );
  // Not by their ids, which are random: the demo is the same every time.
  const inOrder = found.toSorted((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1));
  return inOrder.map((facts) => {
    const project = begun.find(({ id }) => id === facts.projectId);
    if (!project) throw new Error('a placement is missing');
    return {
      facts,
      status: project.status,
      createdAt: project.createdAt,
      contact: contacts.find(({ id }) => id === project.supervisorId)?.name ?? '',
      parent: parents.find(({ studentId }) => studentId === facts.studentId),
      admin: { id: admin.id, name: `${admin.firstName} ${admin.lastName}` },
    };
  });
}

const nameOf = ({ student, title, start }: AgreementFacts) => `${student}, ${title}, ${start}`;

function makeAgreement(
  { dice, calendar, clientId }: DemoMaking,
  { facts, createdAt, contact }: Placement,
  progress: Progress,
  isStarting: boolean,
): NewAgreement {
  const terms: AgreementTerms = {
    ...termsOf(facts),
    schedule: termsOf(facts).schedule || 'Mon–Fri, after school',
    hours_per_week: facts.hoursPerWeek ?? 10,
    supervisor: contact,
    ...(progress && { duties: dice.pick(duties), goals: dice.pick(goals), supervision }),
  };
  // Two days after the offer was accepted: parents have consented by then, and work begins later.
  const sentAt = new Date(createdAt.getTime() + 2 * 86_400_000);
  const body = defaultTemplate();
  const names = namesOf(facts);
  const text = textOf({ body, locale: facts.locale, names, terms }, facts);
  const isSigned = progress?.signed.length === everyone.length;
  // Open agreements were sent recently, so that they can be signed.
  const at =
    !isSigned && !progress?.expired && !isStarting ? calendar.moment(-3, dice.between(0, 300)) : sentAt;
  return {
    clientId,
    id: randomUUID(),
    projectId: facts.projectId,
    version: 1,
    body,
    locale: facts.locale,
    names,
    terms,
    signingOrder: facts.signingOrder,
    status: statusOf(progress),
    parties: progress ? everyone : [],
    ...(progress && {
      text,
      textHash: hashOf(text),
      sentAt: at,
      expiresAt: new Date(at.getTime() + (SIGN_WITHIN_DAYS + 1) * 86_400_000),
    }),
    ...(progress?.declined && {
      closedReason: progress.declined,
      closedBy: facts.business,
      closedAt: at,
    }),
    createdAt,
    updatedAt: at,
  };
}

function makeSignature(
  agreement: NewAgreement,
  { facts, contact, parent, admin }: Placement,
  party: Party,
  withLink: boolean,
): NewSignature {
  const signer = {
    student: { name: facts.student, id: facts.studentId, email: '' },
    guardian: { name: parent?.name ?? '', id: null, email: parent?.email ?? '' },
    business: { name: contact, id: facts.businessId, email: '' },
    school: { name: admin.name, id: admin.id, email: '' },
  }[party];
  const at = agreement.updatedAt;
  const byLink = party === 'guardian' && signer.email !== '' && withLink;
  const onPaper = signer.id === null && !byLink;
  return {
    clientId: agreement.clientId,
    agreementId: agreement.id,
    party,
    signerName: signer.name || facts.student,
    method: byLink ? 'link' : onPaper ? 'paper' : 'account',
    userId: signer.id,
    textHash: agreement.textHash ?? '',
    sentTo: byLink ? maskedEmail(signer.email) : '',
    signedOn: at.toISOString().slice(0, 10),
    signedAt: onPaper ? null : at,
    recordedAt: at,
    recordedBy: onPaper ? admin.name : '',
  };
}

/** Of a hundred running placements, nearly all have a signed agreement. */
function drawProgress(draw: number): Progress {
  if (draw <= 92) return { signed: everyone };
  if (draw <= 96)
    return { signed: [], declined: 'The hours have changed: please make it Monday to Thursday.' };
  return { signed: ['student'], expired: true };
}

/** The agreements of placements that start soon, in turn. */
const unfinished: readonly Progress[] = [
  { signed: ['student', 'guardian'] },
  { signed: ['student', 'guardian', 'business'] },
  { signed: [] },
  null,
  { signed: everyone },
];

function statusOf(progress: Progress) {
  if (!progress) return 'draft';
  if (progress.declined) return 'declined';
  if (progress.signed.length === everyone.length) return 'signed';
  return progress.signed.length > 0 ? 'partly signed' : 'sent';
}
