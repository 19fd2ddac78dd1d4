import { maskedEmail } from '@waypost/contract/messages/links/rules';
import { type Party, partiesOf, SIGN_WITHIN_DAYS } from '@waypost/contract/placements/agreements/rules';
import type { AgreementTerms } from '@waypost/contract/placements/agreements/template';
import { defaultTemplate } from '@waypost/contract/placements/agreements/template';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { hashOf, namesOf, selectAgreementFacts, termsOf, textOf } from '../placements/agreements/queries.ts';
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

/**
 * The agreements of all placements, or of those that start soon. Only the latter are still being signed, except that
 * Maya's waits for her and for the school.
 */
export async function fillAgreements(making: DemoMaking, own: { id: string }, starting?: readonly string[]) {
  const { db, dice, calendar, clientId } = making;
  const [admin] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin')));
  const parents = new Map(
    (
      await db
        .select()
        .from(guardians)
        .where(and(eq(guardians.clientId, clientId), eq(guardians.ordinal, 1)))
    ).map((parent) => [parent.studentId, parent]),
  );
  const contacts = new Map(
    (await db.select().from(businessContacts).where(eq(businessContacts.clientId, clientId))).map(
      ({ id, name }) => [id, name],
    ),
  );
  const begun = new Map(
    (
      await db
        .select({
          id: projects.id,
          status: projects.businessStatus,
          createdAt: projects.createdAt,
          supervisorId: projects.supervisorId,
        })
        .from(projects)
        .where(eq(projects.clientId, clientId))
    ).map((one) => [one.id, one]),
  );
  const placements = await selectAgreementFacts(db)
    .where(
      and(
        eq(projects.clientId, clientId),
        isNotNull(projects.studentId),
        isNotNull(projects.businessId),
        starting && inArray(projects.id, [...starting]),
      ),
    )
    .orderBy(projects.createdAt, projects.id);
  const rows: (typeof agreements.$inferInsert & { id: string })[] = [];
  const signatures: (typeof agreementSignatures.$inferInsert)[] = [];

  for (const facts of placements) {
    const project = begun.get(facts.projectId);
    if (!project) continue;
    const contact = contacts.get(project.supervisorId ?? '') ?? '';
    const isOwn = making.cast.isPublished && facts.studentId === own.id;
    const parent = parents.get(facts.studentId ?? '');
    const progress: Progress = isOwn
      ? { signed: ['guardian', 'business'] }
      : starting
        ? (unfinished[rows.length % unfinished.length] ?? null)
        : project.status === 'open'
          ? drawProgress(dice.between(1, 100))
          : { signed: everyone };
    const terms: AgreementTerms = {
      ...termsOf(facts),
      schedule: termsOf(facts).schedule || 'Mon–Fri, after school',
      hours_per_week: facts.hoursPerWeek ?? 10,
      supervisor: contact,
      ...(progress && { duties: dice.pick(duties), goals: dice.pick(goals), supervision }),
    };
    // Two days after the offer was accepted: parents have consented by then, and work begins later.
    const sentAt = new Date(project.createdAt.getTime() + 2 * 86_400_000);
    const id = crypto.randomUUID();
    const body = defaultTemplate();
    const names = namesOf(facts);
    const text = textOf({ body, locale: facts.locale, names, terms }, facts);
    const isSigned = progress?.signed.length === everyone.length;
    // Open agreements were sent recently, so that they can be signed.
    const at =
      !isSigned && !progress?.expired && !starting ? calendar.moment(-3, dice.between(0, 300)) : sentAt;
    rows.push({
      clientId,
      id,
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
      createdAt: project.createdAt,
      updatedAt: at,
    });
    for (const party of progress?.signed ?? []) {
      const signer = {
        student: { name: facts.student, id: facts.studentId, email: '' },
        guardian: { name: parent?.name ?? '', id: null, email: parent?.email ?? '' },
        business: { name: contact, id: facts.businessId, email: '' },
        school: { name: `${admin?.firstName} ${admin?.lastName}`, id: admin?.id ?? null, email: '' },
      }[party];
      // Most parents signed by the link in their email.
      const byLink = party === 'guardian' && signer.email !== '' && (isOwn || rows.length % 4 > 0);
      const onPaper = signer.id === null && !byLink;
      signatures.push({
        clientId,
        agreementId: id,
        party,
        signerName: signer.name || facts.student,
        method: byLink ? 'link' : onPaper ? 'paper' : 'account',
        userId: signer.id,
        textHash: hashOf(text),
        sentTo: byLink ? maskedEmail(signer.email) : '',
        signedOn: at.toISOString().slice(0, 10),
        signedAt: onPaper ? null : at,
        recordedAt: at,
        recordedBy: onPaper ? `${admin?.firstName} ${admin?.lastName}` : '',
      });
    }
  }
  if (rows.length) await db.insert(agreements).values(rows);
  if (signatures.length) await db.insert(agreementSignatures).values(signatures);
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
