import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { supervisorConfirmations } from '../../platform/database/tables/supervisor-confirmations.ts';

/** A placement as its link shows it to the person who is asked whether they supervise it. */
export interface LinkedSupervision {
  projectId: string;
  studentId: string;
  firstName: string;
  lastName: string;
  title: string;
  /** Whether the link's recipient is the supervisor on file: otherwise it was passed on to them. */
  isNamed: boolean;
  isConfirmed: boolean;
}

/** Undefined if there is nothing left to confirm. */
export async function findLinkedSupervision(tx: Tx): Promise<LinkedSupervision | undefined> {
  const { rows } = await tx.client.query<LinkedSupervision>({
    name: 'find_linked_supervision',
    text: `
      select l.project_id as "projectId", u.id as "studentId", u.first_name as "firstName", u.last_name as "lastName",
             o.title, l.is_named as "isNamed", l.is_confirmed as "isConfirmed"
        from supervision_of_link() l
        join projects p on p.client_id = l.client_id and p.id = l.project_id
        join users u on u.client_id = l.client_id and u.id = p.student_id
        join opportunities o on o.client_id = l.client_id and o.id = p.opportunity_id`,
  });
  return rows[0];
}

export async function insertConfirmation(
  tx: Tx,
  project: Authorized<{ clientId: string; id: string }>,
  { recipient }: LinkCaller,
  name: string,
  now: Date,
): Promise<void> {
  await tx.db.insert(supervisorConfirmations).values({
    clientId: project.clientId,
    projectId: project.id,
    email: recipient.email.toLowerCase(),
    name,
    confirmedAt: now,
  });
}
