import { utcDay } from '@waypost/contract/dates';
import type { InternshipType } from '@waypost/contract/opportunities/opportunities/rules';
import type { ConsentDecision } from '@waypost/contract/people/consents/rules';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import {
  type Party,
  type SigningOrder,
  type StoredStatus,
  statusAt,
} from '@waypost/contract/placements/agreements/rules';
import { type AgreementTerms, missingTerms } from '@waypost/contract/placements/agreements/template';
import type { ProgressFacts } from '@waypost/contract/placements/progress/rules';
import { type ApprovalType, hasEnded } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import type { Tx } from '../../platform/database/connect.ts';

/** What the database function `placement_facts` returns. Timestamps are in any ISO 8601 format. */
interface FactsRow {
  client_id: string;
  project_id: string;
  student_id: string | null;
  business_id: string | null;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  business: string;
  title: string;
  internship_type: InternshipType;
  starts_on: string;
  ends_on: string;
  status: BusinessStatus;
  ended_at: string | null;
  placed_at: string;
  hours_before_signed: boolean;
  consent: { decision: ConsentDecision; at: string } | null;
  asked_at: string | null;
  agreement: {
    status: StoredStatus;
    expires_at: string | null;
    parties: Party[];
    order: SigningOrder;
    sent_at: string | null;
    updated_at: string;
    closed_at: string | null;
    signatures: { party: Party; at: string }[];
  } | null;
  /** A draft's text. A link learns only whether it is complete. */
  draft?: { body: string; terms: AgreementTerms } | null;
  draft_is_complete?: boolean;
  accepted: number;
  pending: number;
  total: number;
  pending_count: number;
  hours_at: string | null;
  waiting_since: string | null;
  questions: number;
  answers: number;
  reflections_at: string | null;
  evaluations: number;
  evaluated_at: string | null;
  has_summary: boolean;
  summary_at: string | null;
  files: number;
  files_at: string | null;
  approved_at: Partial<Record<ApprovalType, string>>;
  sent_back_at: Partial<Record<ApprovalType, string>>;
}

/** A placement with the facts about its progress. */
export interface FoundProgress {
  clientId: string;
  projectId: string;
  studentId: string | null;
  businessId: string | null;
  firstName: string;
  lastName: string;
  business: string;
  title: string;
  facts: ProgressFacts;
}

/** A placement's progress, in one query. Ownership has not been checked yet. */
export async function findProgress(
  tx: Tx,
  { clientId, projectId }: { clientId: string; projectId: string },
  now: Date,
): Promise<FoundProgress | undefined> {
  const { rows } = await tx.client.query<{ found: FactsRow | null }>({
    name: 'find_progress',
    text: 'select placement_facts($1, $2) as found',
    values: [clientId, projectId],
  });
  return toFound(rows[0]?.found, now);
}

/** A student's placements that have not ended, the newest first. */
export async function listOpenPlacements(
  tx: Tx,
  { clientId, studentId }: { clientId: string; studentId: string },
): Promise<{ id: string; title: string }[]> {
  const { rows } = await tx.client.query<{ id: string; title: string }>({
    name: 'list_open_placements',
    text: `
      select p.id, o.title
        from projects p
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
       where p.client_id = $1 and p.student_id = $2 and p.business_status = 'open'
       order by p.created_at desc, p.id`,
    values: [clientId, studentId],
  });
  return rows;
}

/** A placement's progress for the open link's guardian; undefined once they are no longer on file. */
export async function findLinkedProgress(tx: Tx, now: Date): Promise<FoundProgress | undefined> {
  const { rows } = await tx.client.query<{ found: FactsRow | null }>({
    name: 'find_linked_progress',
    text: 'select progress_of_link() as found',
  });
  return toFound(rows[0]?.found, now);
}

function toFound(row: FactsRow | null | undefined, now: Date): FoundProgress | undefined {
  if (!row) return undefined;
  return {
    clientId: row.client_id,
    projectId: row.project_id,
    studentId: row.student_id,
    businessId: row.business_id,
    firstName: row.first_name,
    lastName: row.last_name,
    business: row.business,
    title: row.title,
    facts: {
      status: row.status,
      endedAt: isoOrNull(row.ended_at),
      placedAt: iso(row.placed_at),
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      needsGuardian: needsGuardian(row.birth_date, utcDay(now)),
      consent: row.consent && { ...row.consent, at: iso(row.consent.at) },
      askedAt: isoOrNull(row.asked_at),
      agreement: toAgreement(row, now),
      hoursBeforeSigned: row.hours_before_signed,
      work: {
        internshipType: row.internship_type,
        acceptedHours: row.accepted,
        pendingHours: row.pending,
        totalHours: row.total,
        pendingCount: row.pending_count,
        hasEnded: hasEnded({ business_status: row.status }),
        questions: row.questions,
        answers: row.answers,
        hasSummary: row.has_summary,
        finalFiles: row.files,
        evaluations: row.evaluations,
        approved: Object.keys(row.approved_at) as ApprovalType[],
        sentBack: Object.keys(row.sent_back_at) as ApprovalType[],
        hoursLastUpdated: isoOrNull(row.hours_at),
        reflectionLastUpdated: isoOrNull(row.reflections_at),
        school: '',
      },
      waitingSince: isoOrNull(row.waiting_since),
      evaluatedAt: isoOrNull(row.evaluated_at),
      summaryAt: isoOrNull(row.summary_at),
      filesAt: isoOrNull(row.files_at),
      approvedAt: eachIso(row.approved_at),
      sentBackAt: eachIso(row.sent_back_at),
    },
  };
}

function toAgreement(
  { agreement, draft, draft_is_complete }: FactsRow,
  now: Date,
): ProgressFacts['agreement'] {
  if (!agreement) return null;
  const { parties, order, signatures, expires_at, sent_at, updated_at, closed_at } = agreement;
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  const status = statusAt({ status: agreement.status, expiresAt }, now);
  return {
    status,
    parties,
    order,
    sentAt: isoOrNull(sent_at),
    isComplete: draft ? missingTerms(draft.body, draft.terms).length === 0 : draft_is_complete === true,
    signatures: signatures.map(({ party, at }) => ({ party, at: iso(at) })),
    changedAt: iso((status === 'expired' ? expires_at : closed_at) ?? updated_at),
  };
}

/** Dates without a time stay unchanged. */
const iso = (at: string): string => (at.length === 10 ? at : new Date(at).toISOString());
const isoOrNull = (at: string | null): string | null => (at === null ? null : iso(at));

const eachIso = (moments: Partial<Record<ApprovalType, string>>) =>
  Object.fromEntries(Object.entries(moments).map(([item, at]) => [item, iso(at)]));
