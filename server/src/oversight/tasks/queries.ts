import { TASKS_PER_KIND } from '@waypost/contract/oversight/tasks/rules';
import type { InterviewState } from '@waypost/contract/placements/applications/interviews';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import { PENDING } from '@waypost/contract/placements/hours/rules';
import type { ApprovalType, ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { DEFAULT_ZONE } from '@waypost/contract/school-system/settings/rules';
import type { ApplicationStatus, BusinessStatus } from '@waypost/contract/statuses';
import type { Tx } from '../../platform/database/connect.ts';

/** The person whose tasks are read. */
interface Own {
  clientId: string;
  id: string;
}

export interface OfferRow {
  id: string;
  title: string;
  /** Null once the business's account was deleted. */
  business: string | null;
  replyBy: string | null;
  total: number;
}

/** Offers that the student has not replied to, the earliest deadline first. */
export async function listOffers(tx: Tx, { clientId, id }: Own): Promise<OfferRow[]> {
  const { rows } = await tx.client.query<OfferRow>({
    name: 'listOffers',
    text: `
      select a.id, o.title, b.business_name as business, a.reply_by as "replyBy",
             count(*) over () as total
        from applications a
        join opportunities o on o.client_id = a.client_id and o.id = a.opportunity_id
        left join users b on b.client_id = o.client_id and b.id = o.business_id
       where a.client_id = $1 and a.student_id = $2 and a.status = 'Offered'
       order by a.reply_by, a.updated_at, a.id
       limit ${TASKS_PER_KIND}`,
    values: [clientId, id],
  });
  return rows;
}

export interface InterviewRow {
  id: string;
  title: string;
  business: string | null;
  /** Null once the student's account was deleted. */
  student: string | null;
  /** The day of the interview's time, in the school system's time zone. */
  day: string;
  total: number;
}

/** Interviews that are waiting for this student's or business's reply, the soonest first; no past ones. */
export async function listInterviewsToAnswer(
  tx: Tx,
  { clientId, id }: Own,
  role: 'Student' | 'Business',
  now: Date,
): Promise<InterviewRow[]> {
  const { at, state, whose } =
    role === 'Student'
      ? ({ at: 'i.starts_at', state: 'Invited', whose: 'a.student_id' } as const)
      : ({ at: 'i.proposed_at', state: 'Proposed', whose: 'o.business_id' } as const);
  const { rows } = await tx.client.query<InterviewRow>({
    name: `listInterviewsToAnswer${role}`,
    text: `
      select a.id, o.title, b.business_name as business, s.first_name || ' ' || s.last_name as student,
             (${at} at time zone coalesce(c.time_zone, '${DEFAULT_ZONE}'))::date as day, count(*) over () as total
        from applications a
        join interviews i on i.client_id = a.client_id and i.application_id = a.id
         and i.state = '${state satisfies InterviewState}' and ${at} > $3
        join opportunities o on o.client_id = a.client_id and o.id = a.opportunity_id
        left join users b on b.client_id = o.client_id and b.id = o.business_id
        left join users s on s.client_id = a.client_id and s.id = a.student_id
        left join settings c on c.client_id = a.client_id
       where a.client_id = $1 and ${whose} = $2 and a.status = '${'Interview Scheduled' satisfies ApplicationStatus}'
       order by ${at}, a.id
       limit ${TASKS_PER_KIND}`,
    values: [clientId, id, now],
  });
  return rows;
}

export async function lacksAgreement(tx: Tx, { clientId, id }: Own): Promise<boolean> {
  const { rows } = await tx.client.query({
    name: 'lacksAgreement',
    text: 'select from users where client_id = $1 and id = $2 and agreement_file_id is null',
    values: [clientId, id],
  });
  return rows.length > 0;
}

/** What a student's placement still requires of them. */
export interface OwnPlacementRow {
  id: string;
  title: string;
  business: string | null;
  placedOn: string;
  start: string;
  end: string;
  /** The day on which it was completed, in the school system's time zone. */
  endedOn: string | null;
  /** Entries that were sent back, and since when the first has been. */
  sentBack: number;
  sentBackSince: string | null;
  /** Reflection questions, and how many of them are answered. */
  questions: number;
  answers: number;
  hasSummary: boolean;
  hasFiles: boolean;
  /** What an Admin has sent back, the oldest first. */
  returned: { item: ReturnableItem; since: string }[];
  approved: ApprovalType[];
}

/** The student's placements except terminated ones, which require nothing anymore. */
export async function listOwnPlacements(tx: Tx, { clientId, id }: Own): Promise<OwnPlacementRow[]> {
  const { rows } = await tx.client.query<OwnPlacementRow>({
    name: 'listOwnPlacements',
    text: `
      select p.id, o.title, b.business_name as business, (p.created_at at time zone 'utc')::date as "placedOn",
             o.employment_start as start, o.employment_stop as "end", p.final_summary <> '' as "hasSummary",
             (p.ended_at at time zone coalesce(c.time_zone, '${DEFAULT_ZONE}'))::date as "endedOn",
             hours.entries as "sentBack", hours.since as "sentBackSince", reflections.*,
             exists(select from project_files f where f.client_id = p.client_id and f.project_id = p.id) as "hasFiles",
             array(select json_build_object('item', r.item, 'since', (r.sent_back_at at time zone 'utc')::date)
                     from project_returns r
                    where r.client_id = p.client_id and r.project_id = p.id
                    order by r.sent_back_at) as returned,
             array(select a.item from project_approvals a
                    where a.client_id = p.client_id and a.project_id = p.id) as approved
        from projects p
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join settings c on c.client_id = p.client_id
        left join users b on b.client_id = p.client_id and b.id = p.business_id
        cross join lateral (
          select count(*) as entries, min((h.decided_at at time zone 'utc')::date) as since
            from hour_entries h
           where h.client_id = p.client_id and h.project_id = p.id and h.business_approved = -1) as hours
        cross join lateral (
          select count(*) as questions, count(*) filter (where r.status = 'complete') as answers
            from project_reflections r
           where r.client_id = p.client_id and r.project_id = p.id) as reflections
       where p.client_id = $1 and p.student_id = $2 and p.business_status <> '${'terminated' satisfies BusinessStatus}'
       order by o.employment_stop, p.id`,
    values: [clientId, id],
  });
  return rows;
}

export interface HoursRow {
  projectId: string;
  title: string;
  /** Null once the student's account was deleted. */
  student: string | null;
  entries: number;
  since: string;
  total: number;
}

/** Of the business's interns with pending hours the one waiting longest, and how many there are. */
export async function listInternsWithHours(tx: Tx, { clientId, id }: Own): Promise<HoursRow[]> {
  const { rows } = await tx.client.query<HoursRow>({
    name: 'listInternsWithHours',
    text: `
      select p.id as "projectId", o.title, s.first_name || ' ' || s.last_name as student, count(*) as entries,
             min((h.created_at at time zone 'utc')::date) as since, count(*) over () as total
        from projects p
        join hour_entries h on h.client_id = p.client_id and h.project_id = p.id and h.business_approved = ${PENDING}
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
       where p.client_id = $1 and p.business_id = $2
       group by p.id, o.title, s.first_name, s.last_name
       order by min(h.created_at), p.id
       limit 1`,
    values: [clientId, id],
  });
  return rows;
}

export interface ApplicantsRow {
  opportunityId: string;
  title: string;
  applicants: number;
  since: string;
  /** Over all opportunities. */
  total: number;
}

/**
 * The business's opportunities with applicants that it has neither invited nor replied to, the longest waiting first.
 */
export async function listNewApplicants(tx: Tx, { clientId, id }: Own): Promise<ApplicantsRow[]> {
  const { rows } = await tx.client.query<ApplicantsRow>({
    name: 'listNewApplicants',
    text: `
      select o.id as "opportunityId", o.title, count(*) as applicants,
             min((a.applied_at at time zone 'utc')::date) as since, (sum(count(*)) over ())::int as total
        from opportunities o
        join applications a on a.client_id = o.client_id and a.opportunity_id = o.id
         and a.status = 'New' and a.student_id is not null
       where o.client_id = $1 and o.business_id = $2
       group by o.id, o.title
       order by min(a.applied_at), o.id
       limit ${TASKS_PER_KIND}`,
    values: [clientId, id],
  });
  return rows;
}

export interface InternRow {
  projectId: string;
  title: string;
  student: string | null;
  placedOn: string;
  start: string;
  end: string;
  submitted: number;
  /** Whether the business itself was asked for it, by a link that still works. */
  asked: boolean;
}

/** The business's interns who lack an evaluation; the contract's rule decides whether it is due. */
export async function listInternsToEvaluate(tx: Tx, { clientId, id }: Own, now: Date): Promise<InternRow[]> {
  const { rows } = await tx.client.query<InternRow>({
    name: 'listInternsToEvaluate',
    text: `
      select p.id as "projectId", o.title, s.first_name || ' ' || s.last_name as student,
             (p.created_at at time zone 'utc')::date as "placedOn", o.employment_start as start,
             o.employment_stop as "end", e.submitted,
             exists(select from links l join users u on u.client_id = l.client_id and u.id = l.account_id
                     where l.client_id = p.client_id and l.subject_id = p.id and l.purpose = 'evaluation'
                       and l.account_id = p.business_id and lower(l.recipient_email) = u.email_lower
                       and l.done_at is null and l.revoked_at is null and l.expires_at > $3
                       and (e.last_at is null or e.last_at < l.created_at)) as asked
        from projects p
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
        cross join lateral (
          select count(*) as submitted, max(e.created_at) as last_at from evaluations e
           where e.client_id = p.client_id and e.project_id = p.id) as e
       where p.client_id = $1 and p.business_id = $2
         and p.business_status = '${'open' satisfies BusinessStatus}' and e.submitted < ${EVALUATIONS_REQUIRED}`,
    values: [clientId, id, now],
  });
  return rows;
}
