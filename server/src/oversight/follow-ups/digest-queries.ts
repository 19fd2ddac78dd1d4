import type { Locale } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import { PENDING } from '@waypost/contract/placements/hours/rules';
import type { Tx } from '../../platform/database/connect.ts';

const KIND: MailKind = 'hours';

export interface BusinessToNotify {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  stopCode: string;
  /** Whether they turned these emails off. */
  isMuted: boolean;
}

/** The client's businesses with pending hours of these placements. */
export async function findBusinessesToNotify(
  tx: Tx,
  { clientId, projectIds }: { clientId: string; projectIds: string[] },
): Promise<BusinessToNotify[]> {
  const { rows } = await tx.client.query<BusinessToNotify>(
    `select u.id, u.business_name as name, u.email, u.stop_code as "stopCode",
            '${KIND}' = any(u.muted_mail) as "isMuted", coalesce(
              u.locale, (select s.locale from settings s where s.client_id = u.client_id), 'en') as locale
       from users u
      where u.client_id = $1 and u.role = 'Business' and u.approved
        and exists (select from projects p
                     where p.client_id = u.client_id and p.business_id = u.id and p.id = any($2))`,
    [clientId, projectIds],
  );
  return rows;
}

export interface SupervisorToNotify {
  projectId: string;
  businessId: string;
  name: string;
  email: string;
  locale: Locale;
}

/**
 * The supervisors of the running placements among these, which have pending hours. Leaves out those who said that such
 * a link is not for them, whose mail comes back, or whose account turned these emails off.
 */
export async function findSupervisorsToNotify(
  tx: Tx,
  { clientId, projectIds }: { clientId: string; projectIds: string[] },
): Promise<SupervisorToNotify[]> {
  const { rows } = await tx.client.query<SupervisorToNotify>(
    `select p.id as "projectId", b.id as "businessId", c.name, c.email, coalesce(
              b.locale, (select s.locale from settings s where s.client_id = b.client_id), 'en') as locale
       from projects p
       join users b on b.client_id = p.client_id and b.id = p.business_id and b.approved
       join business_contacts c on c.client_id = p.client_id and c.id = p.supervisor_id
      where p.client_id = $1 and p.id = any($2) and p.business_status = 'open'
        and c.email <> '' and c.mail_returned_at is null
        and not exists (select from links l where l.client_id = b.client_id and l.subject_id = b.id
                           and l.purpose = 'hours' and lower(l.recipient_email) = lower(c.email) and l.refused)
        and not exists (select from users u where u.client_id = b.client_id and u.email_lower = lower(c.email)
                           and '${KIND}' = any(u.muted_mail))
      order by b.id, c.ordinal, p.id`,
    [clientId, projectIds],
  );
  return rows;
}

/** Pending hours of one placement. */
export interface WaitingHours {
  businessId: string;
  projectId: string;
  /** Both empty if the student's account was deleted. */
  firstName: string;
  lastName: string;
  title: string;
  entries: number;
  hours: number;
}

/** The pending hours of these placements, the longest waiting first. */
export async function listWaitingHours(
  tx: Tx,
  { clientId, projectIds }: { clientId: string; projectIds: string[] },
): Promise<WaitingHours[]> {
  const { rows } = await tx.client.query<WaitingHours>(
    `select p.business_id as "businessId", p.id as "projectId", coalesce(u.first_name, '') as "firstName",
            coalesce(u.last_name, '') as "lastName", o.title,
            count(*)::int as entries, sum(h.total_hours) as hours
       from hour_entries h
       join projects p on p.client_id = h.client_id and p.id = h.project_id
       join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
       left join users u on u.client_id = p.client_id and u.id = p.student_id
      where h.client_id = $1 and h.business_approved = ${PENDING} and p.id = any($2)
      group by p.business_id, p.id, u.first_name, u.last_name, o.title
      order by min(h.created_at), p.id`,
    [clientId, projectIds],
  );
  return rows;
}
