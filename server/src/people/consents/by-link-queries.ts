import type { Tx } from '../../platform/database/connect.ts';

/** The student whose information is to be released, as a link shows them. */
export interface LinkedStudent {
  clientId: string;
  id: string;
  firstName: string;
  lastName: string;
  birthDate: string | null;
}

/** Undefined once its recipient may no longer consent. */
export async function findLinkedStudent(tx: Tx): Promise<LinkedStudent | undefined> {
  const { rows } = await tx.client.query<LinkedStudent>({
    name: 'find_linked_student',
    text: `
      select u.client_id as "clientId", u.id, u.first_name as "firstName", u.last_name as "lastName",
             s.birth_date::text as "birthDate"
        from consent_of_link() l
        join users u on u.client_id = l.client_id and u.id = l.student_id
        left join students s on s.client_id = u.client_id and s.user_id = u.id`,
  });
  return rows[0];
}
