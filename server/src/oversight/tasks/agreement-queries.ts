import { TASKS_PER_KIND } from '@waypost/contract/oversight/tasks/rules';
import { type Party, parties, type StoredStatus } from '@waypost/contract/placements/agreements/rules';
import { isIncomplete } from '../../placements/agreements/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';

export interface AgreementRow {
  projectId: string;
  title: string;
  /** Null if the student's account was deleted. */
  student: string | null;
  since: string;
  total: number;
}

/** Whose agreements: those of a student's or a business's own placements, or all of a school system. */
type AgreementScope = {
  clientId: string;
  party: Extract<Party, 'student' | 'business' | 'school'>;
  id: string;
};

const columnOf = { student: 'p.student_id', business: 'p.business_id', school: null } as const;

const open = `'${'sent' satisfies StoredStatus}', '${'partly signed' satisfies StoredStatus}'`;
const inOrder = `array[${parties.map((party) => `'${party}'`).join(', ')}]`;
const isMissing = (party: string) => `not exists (
  select from agreement_signatures s where s.client_id = a.client_id and s.agreement_id = a.id and s.party = ${party})`;

/** Agreements that this party can sign now, those that have been waiting longest first. */
export async function listAgreementsToSign(
  tx: Tx,
  { clientId, party, id }: AgreementScope,
  now: Date,
): Promise<AgreementRow[]> {
  const column = columnOf[party];
  return listAgreements(tx, `toSign ${party}`, [clientId, now, ...(column ? [id] : [])], {
    where: `a.status in (${open}) and a.expires_at > $2 ${column ? `and ${column} = $3` : ''}
      and '${party}' = any(a.parties) and ${isMissing(`'${party}'`)}
      and (a.signing_order = 'parallel' or not exists (
        select from unnest(a.parties) as earlier
         where array_position(${inOrder}, earlier) < array_position(${inOrder}, '${party}')
           and ${isMissing('earlier')}))`,
  });
}

/** Drafts of the business's placements that lack something. */
export const listDraftsToFillIn = (
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
): Promise<AgreementRow[]> =>
  listAgreements(tx, 'toFillIn', [clientId, id], {
    where: `a.status = '${'draft' satisfies StoredStatus}' and p.business_id = $2 and ${isIncomplete}`,
  });

/** Agreements for the school to send or to decide about: complete drafts, and declined or expired ones. */
export const listAgreementsToSend = (tx: Tx, clientId: string, now: Date): Promise<AgreementRow[]> =>
  listAgreements(tx, 'toSend', [clientId, now], {
    where: `(a.status = '${'draft' satisfies StoredStatus}' and not ${isIncomplete}
      or a.status = '${'declined' satisfies StoredStatus}' or a.status in (${open}) and a.expires_at <= $2)
      and p.student_id is not null and p.business_id is not null`,
  });

/** Only the newest versions, because earlier ones need no action. */
async function listAgreements(
  tx: Tx,
  name: string,
  values: unknown[],
  { where }: { where: string },
): Promise<AgreementRow[]> {
  const { rows } = await tx.client.query<AgreementRow>({
    name: `listAgreements ${name}`,
    text: `
      select p.id as "projectId", o.title, s.first_name || ' ' || s.last_name as student,
             (a.updated_at at time zone 'utc')::date as since, count(*) over () as total
        from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
       where a.client_id = $1 and ${where}
         and not exists (select from agreements n
                          where n.client_id = a.client_id and n.project_id = a.project_id and n.version > a.version)
       order by a.updated_at, a.id
       limit ${TASKS_PER_KIND}`,
    values,
  });
  return rows;
}
