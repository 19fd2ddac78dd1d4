import { APPROVED, PENDING } from '@waypost/contract/placements/hours/rules';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** A pending entry and its student. */
export interface PendingEntry {
  id: string;
  projectId: string;
  studentId: string | null;
  /** Empty if the student's account was deleted. */
  firstName: string;
  lastName: string;
  title: string;
  startDate: string;
  endDate: string;
  totalHours: number;
  textLog: string;
  createdAt: Date;
}

/** Every pending entry of the linked business's interns, by intern and day. */
export async function listPendingByLink(
  tx: Tx,
  { clientId, subjectId }: LinkCaller,
): Promise<PendingEntry[]> {
  const { rows } = await tx.client.query<PendingEntry>({
    name: 'list_pending_by_link',
    text: `select h.id, h.project_id as "projectId", p.student_id as "studentId", coalesce(u.first_name, '') as "firstName",
                  coalesce(u.last_name, '') as "lastName", o.title, h.start_date as "startDate", h.end_date as "endDate",
                  h.total_hours as "totalHours", h.text_log as "textLog", h.created_at as "createdAt"
             from projects p
             join hour_entries h on h.client_id = p.client_id and h.project_id = p.id and h.business_approved = ${PENDING}
             join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
             left join users u on u.client_id = p.client_id and u.id = p.student_id
            where p.client_id = $1 and p.business_id = $2
            order by u.last_name, u.first_name, p.id, h.start_date, h.created_at, h.id`,
    values: [clientId, subjectId],
  });
  return rows;
}

/** Entries of one intern with the same decision since the link was created. */
export interface DecidedEntries {
  firstName: string;
  lastName: string;
  isApproved: boolean;
  entries: number;
  hours: string;
  /** When the last of them was decided. */
  at: Date;
}

/** Everyone's decisions since the link was created. The link reads no older entries. */
export async function listDecidedByLink(
  tx: Tx,
  { clientId, subjectId }: LinkCaller,
): Promise<DecidedEntries[]> {
  const { rows } = await tx.client.query<DecidedEntries>({
    name: 'list_decided_by_link',
    text: `select coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName",
                  h.business_approved = ${APPROVED} as "isApproved", count(*)::int as entries,
                  sum(h.total_hours)::text as hours, max(h.decided_at) as at
             from projects p
             join hour_entries h on h.client_id = p.client_id and h.project_id = p.id and h.business_approved <> ${PENDING}
             left join users u on u.client_id = p.client_id and u.id = p.student_id
            where p.client_id = $1 and p.business_id = $2
            group by p.id, u.id, u.first_name, u.last_name, h.business_approved
            order by at, p.id, h.business_approved limit 20`,
    values: [clientId, subjectId],
  });
  return rows;
}

/** Whether the linked business is approved: an unapproved business cannot decide. */
export async function isApprovedByLink(tx: Tx, clientId: string, businessId: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ approved: boolean }>({
    name: 'is_approved_by_link',
    text: 'select approved from users where client_id = $1 and id = $2',
    values: [clientId, businessId],
  });
  return rows[0]?.approved ?? false;
}
