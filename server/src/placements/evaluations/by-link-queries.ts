import type { BusinessStatus } from '@waypost/contract/statuses';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { type EvaluationStart, START_COLUMNS } from './queries.ts';

interface LinkedPlacement {
  studentId: string | null;
  firstName: string;
  lastName: string;
  title: string;
  businessStatus: BusinessStatus;
  /** Whether its business is approved: an unapproved business cannot evaluate. */
  isApproved: boolean;
}

/** The placement that a link is for. */
export async function findLinkedPlacement(
  tx: Tx,
  { clientId, subjectId }: LinkCaller,
): Promise<LinkedPlacement | undefined> {
  const { rows } = await tx.client.query<LinkedPlacement>({
    name: 'find_linked_placement',
    text: `select p.student_id as "studentId", coalesce(s.first_name, '') as "firstName", coalesce(s.last_name, '') as "lastName",
                  o.title, p.business_status as "businessStatus", coalesce(b.approved, false) as "isApproved"
             from projects p
             join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
             left join users s on s.client_id = p.client_id and s.id = p.student_id
             left join users b on b.client_id = p.client_id and b.id = p.business_id
            where p.client_id = $1 and p.id = $2`,
    values: [clientId, subjectId],
  });
  return rows[0];
}

/** What the next evaluation of the open link's placement starts with. */
export async function findLinkedStart(tx: Tx): Promise<EvaluationStart | undefined> {
  const { rows } = await tx.client.query<EvaluationStart>({
    name: 'find_linked_start',
    text: `select ${START_COLUMNS} from evaluation_start_of_link()`,
  });
  return rows[0];
}
