import { PENDING } from '@waypost/contract/hours/rules';
import type { Locale } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/mail/rules';
import type { Tx } from '../database/connect.ts';

const KIND: MailKind = 'hours';

/** Every school system, for jobs that run in each of them. */
export async function listClientIds(tx: Tx): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from clients where not is_platform order by id',
  );
  return rows.map(({ id }) => id);
}

interface BusinessToTell {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  stopCode: string;
}

/**
 * The client's businesses that have pending hours and were not mailed since `dueAt`. Finds and marks them in one
 * statement, so when two servers run it at once, one waits for the other and then finds none.
 */
export async function claimBusinessesToTell(
  tx: Tx,
  { clientId, dueAt, now }: { clientId: string; dueAt: Date; now: Date },
): Promise<BusinessToTell[]> {
  const { rows } = await tx.client.query<BusinessToTell>(
    `update businesses b set hours_told_at = $3
       from users u
      where b.client_id = $1 and (b.hours_told_at is null or b.hours_told_at < $2)
        and u.client_id = b.client_id and u.id = b.user_id and u.approved and not '${KIND}' = any(u.muted_mail)
        and exists (select from projects p
                      join hour_entries h on h.client_id = p.client_id and h.project_id = p.id
                     where p.client_id = b.client_id and p.business_id = b.user_id
                       and h.business_approved = ${PENDING} and h.created_at < $2)
      returning u.id, u.business_name as name, u.email, u.stop_code as "stopCode", coalesce(
        u.locale, (select s.locale from settings s where s.client_id = u.client_id), 'en') as locale`,
    [clientId, dueAt, now],
  );
  return rows;
}

/** Pending hours of one placement. */
export interface WaitingHours {
  businessId: string;
  /** Empty if the student's account was deleted. */
  student: string;
  title: string;
  entries: number;
  hours: number;
}

/** The pending hours of these businesses, the longest waiting first. */
export async function listWaitingHours(
  tx: Tx,
  { clientId, businessIds }: { clientId: string; businessIds: string[] },
): Promise<WaitingHours[]> {
  const { rows } = await tx.client.query<WaitingHours>(
    `select p.business_id as "businessId", coalesce(u.first_name || ' ' || u.last_name, '') as student, o.title,
            count(*)::int as entries, sum(h.total_hours) as hours
       from hour_entries h
       join projects p on p.client_id = h.client_id and p.id = h.project_id
       join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
       left join users u on u.client_id = p.client_id and u.id = p.student_id
      where h.client_id = $1 and h.business_approved = ${PENDING} and p.business_id = any($2)
      group by p.business_id, p.id, u.first_name, u.last_name, o.title
      order by min(h.created_at), p.id`,
    [clientId, businessIds],
  );
  return rows;
}
