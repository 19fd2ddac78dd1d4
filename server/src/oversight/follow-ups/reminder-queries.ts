import type { Locale } from '@waypost/contract/i18n';
import { mailboxOf } from '@waypost/contract/mailbox';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import { type LinkedParty, whyNotSigner } from '@waypost/contract/placements/agreements/rules';
import { isAnothers } from '../../placements/agreements/signer-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { ASKED_GUARDIANS, type FollowUpKey } from './queries.ts';

/** Records the time of a reminder, and who was reminded: the hashes of their addresses. */
export async function noteReminders(
  tx: Tx,
  clientId: string,
  all: readonly { row: FollowUpKey; people: readonly string[] }[],
  now: Date,
): Promise<void> {
  await tx.client.query({
    name: 'noteReminders',
    text: `
      insert into follow_ups (client_id, kind, subject_id, since, reminders, reminded_at, reminded_people)
      select $1, one.kind, one.subject_id, one.since, 1, $5, one.people
        from unnest($2::text[], $3::uuid[], $4::date[], $6::jsonb[]) as one(kind, subject_id, since, people)
       order by one.kind, one.subject_id
      on conflict (client_id, kind, subject_id) do update set
        reminders = case when follow_ups.since = excluded.since then follow_ups.reminders + 1 else 1 end,
        escalated_at = case when follow_ups.since = excluded.since then follow_ups.escalated_at end,
        reminded_people = case when follow_ups.since = excluded.since then follow_ups.reminded_people else '{}' end
          || excluded.reminded_people,
        since = excluded.since, reminded_at = excluded.reminded_at`,
    values: [
      clientId,
      all.map(({ row }) => row.kind),
      all.map(({ row }) => row.subjectId),
      all.map(({ row }) => row.since),
      now,
      all.map(({ people }) => JSON.stringify(Object.fromEntries(people.map((one) => [one, now])))),
    ],
  });
}

/** A person on file who can sign an agreement that waits for its signatures, by a link. */
export interface LinkSigner {
  projectId: string;
  agreementId: string;
  party: LinkedParty;
  /** The student's account for a guardian, the business's for its contact. */
  accountId: string;
  name: string;
  email: string;
  locale: Locale;
  maySign: boolean;
  confirmed: boolean;
}

/**
 * The guardians and contacts who may sign for these placements. Leaves out an account's own address, which is asked on
 * its screen.
 */
export async function listLinkSigners(
  tx: Tx,
  { clientId, projectIds, now }: { clientId: string; projectIds: readonly string[]; now: Date },
): Promise<LinkSigner[]> {
  const { rows } = await tx.client.query<LinkSigner & Record<'studentEmail' | 'businessEmail', string>>({
    name: 'listLinkSigners',
    text: `
      select p.id as "projectId", a.id as "agreementId", s.party, u.id as "accountId", s.name, s.email,
             coalesce(s.locale, u.locale, t.locale, 'en') as locale, s.may_sign as "maySign", s.confirmed,
             coalesce((select email from users where client_id = $1 and id = p.student_id), '') as "studentEmail",
             coalesce((select email from users where client_id = $1 and id = p.business_id), '') as "businessEmail"
        from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
       cross join lateral (
              select 'guardian' as party, g.student_id as account_id, g.name, g.email, g.language as locale, g.may_sign,
                     g.confirmed, g.ordinal
                from guardians g where g.client_id = p.client_id and g.student_id = p.student_id
              union all
              select 'business', c.business_id, c.name, c.email, null, 'signatory' = any(c.roles), true, c.ordinal
                from business_contacts c where c.client_id = p.client_id and c.business_id = p.business_id) s
        join users u on u.client_id = $1 and u.id = s.account_id and u.email_lower is distinct from lower(s.email)
        left join settings t on t.client_id = $1
       where a.client_id = $1 and a.project_id = any($2) and a.status in ('sent', 'partly signed')
         and a.expires_at > $3
       order by p.id, s.party desc, s.ordinal`,
    values: [clientId, projectIds, now],
  });
  return rows.filter((one) => whyNotSigner({ ...one, isAnothers: isAnothers(one, rows) }) === null);
}

/** A guardian who has not decided about the release of a student's information. */
export interface AskedGuardian {
  studentId: string;
  studentEmail: string;
  name: string;
  email: string;
  locale: Locale;
}

/** The guardians whose consents for these students are still open. */
export async function listAskedGuardians(
  tx: Tx,
  { clientId, studentIds, today }: { clientId: string; studentIds: readonly string[]; today: string },
): Promise<AskedGuardian[]> {
  const { rows } = await tx.client.query<AskedGuardian>({
    name: 'listAskedGuardians',
    text: `
      select g.student_id as "studentId", u.email as "studentEmail", g.name, g.email, g.language as locale
        from guardians g
        join users u on u.client_id = g.client_id and u.id = g.student_id
       where g.client_id = $1 and g.student_id = any($2)
         and g.id in (select l.guardian_id from (${ASKED_GUARDIANS}) as l where l.client_id = $1)
       order by g.student_id, g.ordinal`,
    values: [clientId, studentIds, today],
  });
  return rows.filter(({ email, studentEmail }) => mailboxOf(email) !== mailboxOf(studentEmail));
}

/**
 * When people last got a link of their own that they have not used; for an evaluation, since the previous one. Links in
 * reminders do not count.
 */
export async function listLastRequests(
  tx: Tx,
  clientId: string,
  subjectIds: readonly string[],
): Promise<{ purpose: string; subjectId: string; email: string; at: Date }[]> {
  const { rows } = await tx.client.query<{ purpose: string; subjectId: string; email: string; at: Date }>({
    name: 'listLastRequests',
    text: `
      select purpose, subject_id as "subjectId", lower(recipient_email) as email, max(created_at) as at
        from links
       where client_id = $1 and subject_id = any($2) and purpose in ('sign', 'consent', 'evaluation', 'supervisor')
         and not reminds and done_at is null and revoked_at is null
         and not exists (select from evaluations e where e.client_id = $1 and e.project_id = links.subject_id
                           and purpose = 'evaluation' and e.created_at >= links.created_at)
       group by purpose, subject_id, lower(recipient_email)`,
    values: [clientId, subjectIds],
  });
  return rows;
}

/** Records that staff are told of these; returns the kind of each that they had not been told of. */
export async function claimEscalations(
  tx: Tx,
  clientId: string,
  all: readonly FollowUpKey[],
  now: Date,
): Promise<FollowUpKind[]> {
  const { rows } = await tx.client.query<{ kind: FollowUpKind }>({
    name: 'claimEscalations',
    text: `
      insert into follow_ups (client_id, kind, subject_id, since, escalated_at)
      select $1, one.kind, one.subject_id, one.since, $5
        from unnest($2::text[], $3::uuid[], $4::date[]) as one(kind, subject_id, since)
       order by one.kind, one.subject_id
      on conflict (client_id, kind, subject_id) do update set
        reminders = case when follow_ups.since = excluded.since then follow_ups.reminders else 0 end,
        reminded_at = case when follow_ups.since = excluded.since then follow_ups.reminded_at end,
        reminded_people = case when follow_ups.since = excluded.since then follow_ups.reminded_people else '{}' end,
        since = excluded.since, escalated_at = excluded.escalated_at
      where follow_ups.since <> excluded.since or follow_ups.escalated_at is null
      returning kind`,
    values: [
      clientId,
      all.map(({ kind }) => kind),
      all.map(({ subjectId }) => subjectId),
      all.map(({ since }) => since),
      now,
    ],
  });
  return rows.map(({ kind }) => kind);
}

/** Whether a school system has a teacher with an account. */
export async function hasTeachers(tx: Tx, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'hasTeachers',
    text: `select from users where client_id = $1 and role = 'Teacher' and deactivated_at is null limit 1`,
    values: [clientId],
  });
  return rowCount === 1;
}
