import type { FollowUpKind, FollowUpParty } from '@waypost/contract/oversight/follow-ups/rules';
import { AGE_OF_MAJORITY } from '@waypost/contract/people/guardians/rules';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import { SUMMARY_DUE_DAYS } from '@waypost/contract/placements/final-work/rules';
import { EVALUATION_GRACE_DAYS } from '@waypost/contract/placements/pace/rules';
import { isIncomplete } from '../../placements/agreements/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** Filters for a client's follow-ups. Null and empty match everything. */
export interface FollowUpsWanted {
  clientId: string;
  /** The day in the school system's time zone, YYYY-MM-DD. */
  today: string;
  timeZone: string;
  now: Date;
  kind: FollowUpKind | null;
  schools: string[];
  programs: string[];
  /** Only what has been waiting since this day or longer. */
  sinceAtLatest: string | null;
  /** Only those that are put off, only the others, or both. */
  snoozed: boolean | null;
  ids: string[] | null;
}

export interface FollowUpRow {
  id: string;
  kind: FollowUpKind;
  subjectId: string;
  studentId: string | null;
  businessId: string | null;
  student: string;
  studentFirstName: string;
  studentLastName: string;
  school: string;
  program: string;
  business: string;
  title: string;
  since: string;
  waitsOn: FollowUpParty[];
  /** For an offer: the day by which its business wanted a reply, which has passed. */
  replyBy: string | null;
  /** The last day on which it can be done; null if it does not expire. */
  ends: string | null;
  snoozedUntil: string | null;
  remindedAt: Date | null;
  /** When each person was reminded last, by the hash of the address. */
  remindedPeople: Record<string, string>;
  reminders: number;
  escalatedAt: Date | null;
  /** The placement's supervisor, if they have an address. */
  supervisorName: string | null;
  supervisorEmail: string | null;
  /** How many there are in all. */
  total: number;
}

/**
 * Guardians who were sent a link to decide about the release of a student's information since the newest decision, may
 * still decide, and did not say that the link is not for them. $3 is the day.
 */
export const ASKED_GUARDIANS = `
  select l.client_id, l.subject_id, l.created_at, g.id as guardian_id
    from links l
    join guardians g on g.client_id = l.client_id and g.student_id = l.subject_id
     and lower(g.email) = lower(l.recipient_email) and g.confirmed and g.may_sign
    join users u on u.client_id = l.client_id and u.id = l.subject_id and u.deactivated_at is null
    left join students s on s.client_id = l.client_id and s.user_id = l.subject_id
   where l.purpose = 'consent' and l.done_at is null and l.revoked_at is null
     and (s.birth_date is null or $3::date < s.birth_date + interval '18 years')
     and not exists (select from consents c where c.client_id = l.client_id and c.student_id = l.subject_id
                       and c.recorded_at >= l.created_at)`;

/**
 * Minors with a placement that has not begun, in a school system that asks for consents, about whose information nobody
 * has decided and no guardian was asked. Nothing waits for a consent once the work has begun (decision 63).
 */
const NOT_ASKED_FOR_CONSENT = `
  select p.client_id, p.student_id, min(p.created_at) as created_at
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    join users u on u.client_id = p.client_id and u.id = p.student_id and u.deactivated_at is null
    left join students s on s.client_id = u.client_id and s.user_id = u.id
   where p.client_id = $1 and p.business_status = 'open' and o.employment_start > $3::date
     and (s.birth_date is null or $3::date < s.birth_date + interval '${AGE_OF_MAJORITY} years')
     and (exists (select from consents c where c.client_id = $1) or exists (
       select from links l where l.client_id = $1 and l.purpose = 'consent' and l.done_at is null and l.revoked_at is null))
     and not exists (select from hour_entries h where h.client_id = p.client_id and h.project_id = p.id)
     and not exists (select from consents c where c.client_id = p.client_id and c.student_id = p.student_id)
     and not exists (select from (${ASKED_GUARDIANS}) as a
                      where a.client_id = p.client_id and a.subject_id = p.student_id)
   group by p.client_id, p.student_id`;

/**
 * Placements whose supervisor was asked by a link to confirm and has not, since the first such link. In a school system
 * where any supervisor has confirmed, also placements that have begun without a supervisor.
 */
const UNCONFIRMED_SUPERVISORS = `
  select p.client_id, p.id, p.student_id, p.business_id, o.title, p.supervisor_id,
         (a.asked_at at time zone $12)::date as since
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    join business_contacts c on c.client_id = p.client_id and c.id = p.supervisor_id
    join lateral (
      select min(l.created_at) as asked_at from links l
       where l.client_id = p.client_id and l.subject_id = p.id and l.purpose = 'supervisor' and l.done_at is null
         and l.revoked_at is null) as a on a.asked_at is not null
   where p.client_id = $1 and p.business_status = 'open' and p.student_id is not null
     and not exists (select from supervisor_confirmations k where k.client_id = p.client_id and k.project_id = p.id
                       and k.email = lower(c.email))
  union all
  select p.client_id, p.id, p.student_id, p.business_id, o.title, null,
         greatest(o.employment_start, (p.created_at at time zone $12)::date)
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
   where p.client_id = $1 and p.business_status = 'open' and p.student_id is not null and p.business_id is not null
     and p.supervisor_id is null and o.employment_start <= $3::date
     and exists (select from supervisor_confirmations k where k.client_id = $1)`;

/**
 * Everything that students, guardians, businesses and staff of a client still have to do. The days of evaluations and
 * reflections are those of `evaluationDue` and `reflectionDue`: `follow-ups.test.ts` compares both.
 */
const OPEN = `
  select 'offer' as kind, a.id as subject_id, a.student_id, o.business_id, o.title, null::uuid as supervisor_id,
         coalesce(a.reply_by, (a.updated_at at time zone $12)::date) as since, array['student'] as waits_on,
         null::date as ends
    from applications a
    join opportunities o on o.client_id = a.client_id and o.id = a.opportunity_id
   where a.client_id = $1 and a.status = 'Offered' and a.student_id is not null
     and (a.reply_by is null or a.reply_by < $3::date)
  union all
  select 'agreement', p.id, p.student_id, p.business_id, o.title, p.supervisor_id,
         (greatest(g.sent_at, case g.signing_order when 'sequence' then (
             select max(s.recorded_at) from agreement_signatures s
              where s.client_id = g.client_id and s.agreement_id = g.id) end) at time zone $12)::date,
         (array(select u.party from unnest(g.parties) with ordinality as u(party, place)
                 where not exists (select from agreement_signatures s where s.client_id = g.client_id
                                     and s.agreement_id = g.id and s.party = u.party)
                 order by u.place))[1:case g.signing_order when 'sequence' then 1 else 9 end],
         ((g.expires_at - interval '1 second') at time zone $12)::date
    from agreements g
    join projects p on p.client_id = g.client_id and p.id = g.project_id
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
   where g.client_id = $1 and g.status in ('sent', 'partly signed') and g.expires_at > $2
  union all
  select 'draft', p.id, p.student_id, p.business_id, o.title, p.supervisor_id, (d.since at time zone $12)::date,
         array[case when d.is_incomplete then 'business' else 'school' end], null
    from agreements a
    join projects p on p.client_id = a.client_id and p.id = a.project_id
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    cross join lateral (select a.status = 'draft' and ${isIncomplete} as is_incomplete) as i
    cross join lateral (
      select i.is_incomplete,
             case when i.is_incomplete then a.created_at
                  when a.status in ('sent', 'partly signed') then a.expires_at
                  else a.updated_at end as since) as d
   where a.client_id = $1 and p.business_status = 'open' and p.student_id is not null and p.business_id is not null
     and (a.status in ('draft', 'declined') or a.status in ('sent', 'partly signed') and a.expires_at <= $2)
     and not exists (select from agreements n
                      where n.client_id = a.client_id and n.project_id = a.project_id and n.version > a.version)
  union all
  select 'guardian', g.student_id, g.student_id, null, '', null, (min(g.created_at) at time zone $12)::date,
         array['school'], null
    from guardians g
    join users u on u.client_id = g.client_id and u.id = g.student_id and u.approved and u.deactivated_at is null
    left join students s on s.client_id = u.client_id and s.user_id = u.id
   where g.client_id = $1 and not g.confirmed and g.may_sign and g.email <> ''
     and (s.birth_date is null or $3::date < s.birth_date + interval '${AGE_OF_MAJORITY} years')
   group by g.student_id
  union all
  select 'consent', l.subject_id, l.subject_id, null, '', null,
         (min(l.created_at) at time zone $12)::date, array['guardian'], null
    from (${ASKED_GUARDIANS}) as l
   where l.client_id = $1
   group by l.subject_id
  union all
  select 'consent', n.student_id, n.student_id, null, '', null, (n.created_at at time zone $12)::date, array['school'],
         null
    from (${NOT_ASKED_FOR_CONSENT}) as n
  union all
  select 'supervisor', n.id, n.student_id, n.business_id, n.title, n.supervisor_id, n.since, array['business'], null
    from (${UNCONFIRMED_SUPERVISORS}) as n
  union all
  select case h.business_approved when 0 then 'hours' else 'hours sent back' end, p.id, p.student_id, p.business_id,
         o.title, p.supervisor_id,
         (min(case h.business_approved when 0 then h.created_at else coalesce(h.decided_at, h.created_at) end)
           at time zone $12)::date,
         array[case h.business_approved when 0 then 'business' else 'student' end], null
    from hour_entries h
    join projects p on p.client_id = h.client_id and p.id = h.project_id
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
   where h.client_id = $1 and h.business_approved in (0, -1)
     and (h.business_approved = 0 or p.business_status <> 'terminated'
       and not exists (select from project_approvals d where d.client_id = p.client_id and d.project_id = p.id
                         and d.item = 'hours'))
   group by h.business_approved, p.client_id, p.id, o.title
  union all
  select 'evaluation', p.id, p.student_id, p.business_id, o.title, p.supervisor_id, e.due, array['business'], null
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    cross join lateral (
      select count(*) as submitted from evaluations v where v.client_id = p.client_id and v.project_id = p.id) as v
    cross join lateral (
      select greatest(o.employment_start, (p.created_at at time zone 'utc')::date) as begin) as d
    cross join lateral (
      select case v.submitted when 0 then
        least(o.employment_stop, d.begin + ${EVALUATION_GRACE_DAYS}
          + ceil(greatest(0, o.employment_stop - d.begin) / 2.0)::int)
        else o.employment_stop end as due) as e
   where p.client_id = $1 and p.business_status = 'open' and v.submitted < ${EVALUATIONS_REQUIRED}
     and p.business_id is not null and e.due <= $3::date
  union all
  select 'reflections', p.id, p.student_id, p.business_id, o.title, p.supervisor_id, e.due, array['student'], null
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    cross join lateral (
      select count(*) as questions, count(*) filter (where r.status = 'complete') as answers
        from project_reflections r where r.client_id = p.client_id and r.project_id = p.id) as r
    cross join lateral (
      select greatest(o.employment_start, (p.created_at at time zone 'utc')::date) as begin) as d
    cross join lateral (
      select least(o.employment_stop, d.begin + ceil(greatest(0, o.employment_stop - d.begin)
        * ((r.answers + 1)::float8 / nullif(r.questions, 0)))::int) as due) as e
   where p.client_id = $1 and p.business_status <> 'terminated' and p.student_id is not null
     and r.answers < r.questions and e.due <= $3::date
     and not exists (select from project_approvals d where d.client_id = p.client_id and d.project_id = p.id
                       and d.item = 'reflection')
  union all
  select 'final work', p.id, p.student_id, p.business_id, o.title, p.supervisor_id,
         e.due, array['student'], null
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    cross join lateral (
      select coalesce((p.ended_at at time zone $12)::date, o.employment_stop) + ${SUMMARY_DUE_DAYS} as due) as e
   where p.client_id = $1 and p.business_status <> 'terminated' and p.student_id is not null
     and e.due <= $3::date
     and (p.final_summary = '' or not exists (
       select from project_files f where f.client_id = p.client_id and f.project_id = p.id))`;

/**
 * Who evaluates or confirms: the placement's supervisor, or the colleague to whom the newest link was passed on. Nobody
 * if the supervisor said that the link is not for them, or mail to them comes back: then the business is asked.
 */
const EVALUATOR = `
  select case when n.passed_on then n.recipient_name else c.name end as name,
         case when n.passed_on then n.recipient_email
              when c.mail_returned_at is null and not coalesce(own.refused, false) then c.email end as email
    from business_contacts c
    left join lateral (
      select l.recipient_name, l.recipient_email,
             l.revoked_at is null and l.done_at is null and exists (
               select from links o where o.client_id = l.client_id and o.subject_id = l.subject_id
                  and o.purpose = l.purpose and lower(o.passed_on_email) = lower(l.recipient_email)) as passed_on
        from links l
       where l.client_id = $1 and l.subject_id = x.subject_id and l.purpose = x.kind and x.kind in ('evaluation', 'supervisor')
       order by l.created_at desc, l.revoked_at is null desc limit 1) n on true
    left join lateral (
      select l.refused from links l
       where l.client_id = $1 and l.subject_id = x.subject_id and l.purpose = x.kind and x.kind in ('evaluation', 'supervisor')
         and lower(l.recipient_email) = lower(c.email)
       order by l.created_at desc limit 1) own on true
   where c.client_id = $1 and c.id = x.supervisor_id`;

/** A page of the follow-ups, the longest waiting first. */
export async function findFollowUps(
  tx: Tx,
  wanted: FollowUpsWanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<FollowUpRow[]> {
  const { clientId, now, today, timeZone, kind, schools, programs, sinceAtLatest, snoozed, ids } = wanted;
  const { rows } = await tx.client.query<FollowUpRow>({
    name: 'findFollowUps',
    text: `
      select x.kind || ':' || x.subject_id as id, x.kind, x.subject_id as "subjectId", x.student_id as "studentId",
             x.business_id as "businessId", coalesce(s.first_name || ' ' || s.last_name, '') as student,
             coalesce(s.first_name, '') as "studentFirstName", coalesce(s.last_name, '') as "studentLastName",
             coalesce(c.name, '') as school, coalesce(g.name, '') as program,
             coalesce(b.business_name, '') as business, x.title, x.since, x.waits_on as "waitsOn", x.ends,
             case x.kind when 'offer' then (
               select a.reply_by from applications a where a.client_id = $1 and a.id = x.subject_id) end as "replyBy",
             case when off.snoozed_until > $3::date then off.snoozed_until end as "snoozedUntil", f.reminded_at as "remindedAt", coalesce(f.reminders, 0) as reminders,
             coalesce(f.reminded_people, '{}') as "remindedPeople",
             f.escalated_at as "escalatedAt", v.name as "supervisorName", nullif(v.email, '') as "supervisorEmail",
             (count(*) over ())::int as total
        from (${OPEN}) as x
        left join users s on s.client_id = $1 and s.id = x.student_id
        left join students t on t.client_id = $1 and t.user_id = x.student_id
        left join schools c on c.client_id = $1 and c.id = t.school_id
        left join programs g on g.client_id = $1 and g.id = t.program_id
        left join users b on b.client_id = $1 and b.id = x.business_id
        left join lateral (${EVALUATOR}) v on true
        left join follow_ups f
          on f.client_id = $1 and f.kind = x.kind and f.subject_id = x.subject_id and f.since = x.since
        left join follow_ups off on off.client_id = $1 and off.kind = x.kind and off.subject_id = x.subject_id
       where ($4::text is null or x.kind = $4)
         and (cardinality($5::text[]) = 0 or c.name = any($5))
         and (cardinality($6::text[]) = 0 or g.name = any($6))
         and ($7::date is null or x.since <= $7)
         and ($8::boolean is null or $8 = coalesce(off.snoozed_until > $3::date, false))
         and ($9::text[] is null or x.kind || ':' || x.subject_id = any($9))
       order by x.since, x.kind, x.subject_id
       limit $10 offset $11`,
    values: [
      clientId,
      now,
      today,
      kind,
      schools,
      programs,
      sinceAtLatest,
      snoozed,
      ids,
      limit,
      offset,
      timeZone,
    ],
  });
  return rows;
}

/** What identifies a follow-up. */
export type FollowUpKey = Pick<FollowUpRow, 'kind' | 'subjectId' | 'since'>;

/** Puts a follow-up off until a day; null: not anymore. */
export async function snooze(
  tx: Tx,
  clientId: string,
  one: FollowUpKey,
  until: string | null,
): Promise<void> {
  await tx.client.query({
    name: 'snoozeFollowUp',
    text: `
      insert into follow_ups (client_id, kind, subject_id, since, snoozed_until) values ($1, $2, $3, $4, $5)
      on conflict (client_id, kind, subject_id) do update set
        snoozed_until = excluded.snoozed_until, since = excluded.since,
        reminders = case when follow_ups.since = excluded.since then follow_ups.reminders else 0 end,
        reminded_at = case when follow_ups.since = excluded.since then follow_ups.reminded_at end,
        reminded_people = case when follow_ups.since = excluded.since then follow_ups.reminded_people else '{}' end,
        escalated_at = case when follow_ups.since = excluded.since then follow_ups.escalated_at end`,
    values: [clientId, one.kind, one.subjectId, one.since, until],
  });
}
