import type { Role } from '@waypost/contract/roles';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../platform/access/enforce.ts';
import { endSessionsOf } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { businesses, students, users } from '../../platform/database/tables/people.ts';

export interface Account {
  clientId: string;
  id: string;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
  businessName: string;
}

/** Locks both accounts until the transaction ends, always in the same order, so that two merges cannot deadlock. */
export async function lockAccounts(tx: Tx, clientId: string, ids: readonly string[]): Promise<Account[]> {
  const { rows } = await tx.client.query<Account>({
    name: 'hold_accounts_to_merge',
    text: `select client_id as "clientId", id, role, email, first_name as "firstName", last_name as "lastName",
                  business_name as "businessName"
             from users where client_id = $1 and id = any($2) order by id for update`,
    values: [clientId, ids],
  });
  return rows;
}

type Two = { keep: Authorized<Account>; remove: Authorized<Account> };

export interface DuplicateApplication {
  title: string;
  kept: { id: string; status: ApplicationStatus; hasProject: boolean };
  removed: { id: string; status: ApplicationStatus; hasProject: boolean };
}

/** The opportunities to which both students applied. Locks their applications until the transaction ends. */
export async function findDuplicateApplications(
  tx: Tx,
  { keep, remove }: Two,
): Promise<DuplicateApplication[]> {
  const { rows } = await tx.client.query<DuplicateApplication>({
    name: 'find_duplicate_applications',
    text: `
      select o.title,
             json_build_object('id', k.id, 'status', k.status, 'hasProject', exists(
               select from projects p where p.client_id = k.client_id and p.application_id = k.id)) as kept,
             json_build_object('id', r.id, 'status', r.status, 'hasProject', exists(
               select from projects p where p.client_id = r.client_id and p.application_id = r.id)) as removed
        from applications k
        join applications r on r.client_id = k.client_id and r.opportunity_id = k.opportunity_id
        join opportunities o on o.client_id = k.client_id and o.id = k.opportunity_id
       where k.client_id = $1 and k.student_id = $2 and r.student_id = $3
       order by o.title, o.id
         for update of k, r`,
    values: [keep.clientId, keep.id, remove.id],
  });
  return rows;
}

export async function dropApplications(tx: Tx, clientId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.client.query('delete from applications where client_id = $1 and id = any($2)', [clientId, ids]);
}

/** Every column that refers to a person as the owner, except records of what was done. */
const OWNED: readonly [table: string, column: string][] = [
  ['opportunities', 'business_id'],
  ['applications', 'student_id'],
  ['projects', 'student_id'],
  ['projects', 'business_id'],
  ['files', 'owner_id'],
  ['contact_log_entries', 'student_id'],
  ['contact_log_entries', 'author_id'],
  ['project_approvals', 'approved_by'],
  ['project_notes', 'author_id'],
  ['project_returns', 'sent_back_by'],
  ['consents', 'student_id'],
];

/** The same for columns in which a person may appear only once: duplicates are dropped. */
const NAMED_ONCE: readonly [table: string, column: string, what: string][] = [
  ['opportunity_students', 'student_id', 'opportunity_id'],
  ['saved_opportunities', 'student_id', 'opportunity_id'],
  ['user_focus_areas', 'user_id', 'focus_area_id'],
  ['user_schools', 'user_id', 'school_id'],
  ['user_programs', 'user_id', 'program_id'],
];

type UserColumn = keyof typeof users.$inferSelect;

/** What becomes of each column of the removed account: `filled` ones fill the kept account's if those are empty. */
const MERGED_USERS: Record<UserColumn, 'dropped' | 'filled' | 'place'> = {
  clientId: 'dropped',
  id: 'dropped',
  revision: 'dropped',
  email: 'dropped',
  emailLower: 'dropped',
  passwordHash: 'dropped',
  mustChangePassword: 'dropped',
  initialPasswordEndsAt: 'dropped',
  role: 'dropped',
  firstName: 'dropped',
  middleName: 'filled',
  lastName: 'dropped',
  businessName: 'dropped',
  firstLastFolded: 'dropped',
  lastFirstFolded: 'dropped',
  businessNameFolded: 'dropped',
  plainName: 'dropped',
  listedName: 'dropped',
  approved: 'dropped',
  confirmed: 'dropped',
  confirmationReminders: 'dropped',
  previousEmail: 'dropped',
  deactivatedAt: 'dropped',
  saves: 'dropped',
  street: 'place',
  city: 'place',
  state: 'place',
  zip: 'place',
  lat: 'place',
  lon: 'place',
  userOverwroteLocation: 'place',
  profilePicId: 'filled',
  agreementFileId: 'filled',
  resumeFileId: 'filled',
  stopCode: 'dropped',
  mutedMail: 'dropped',
  locale: 'dropped',
  mailReturnedAt: 'dropped',
  createdAt: 'dropped',
  updatedAt: 'dropped',
};

const columnsOfUsers = (fate: 'filled' | 'place') =>
  Object.entries(getTableColumns(users))
    .filter(([name]) => MERGED_USERS[name as UserColumn] === fate)
    .map(([, column]) => column);

/** Fields that the kept account takes over if its own are empty: of a student and a business, all. */
const FILLED: readonly [table: string, key: string, columns: PgColumn[]][] = [
  ['users', 'id', columnsOfUsers('filled')],
  ['students', 'user_id', ownColumns(students, students.birthDate, students.birthDateBy)],
  ['businesses', 'user_id', ownColumns(businesses)],
];

/** The columns of a table besides its key and these. */
function ownColumns(table: typeof students | typeof businesses, ...others: PgColumn[]): PgColumn[] {
  const apart: PgColumn[] = [table.clientId, table.userId, ...others];
  return Object.values<PgColumn>(getTableColumns(table)).filter((column) => !apart.includes(column));
}

/**
 * The people of both accounts, the kept one's first. A person with the same name in both is kept once, with any missing
 * addresses; but nothing unconfirmed is added to a person whom staff confirmed.
 */
const MERGED_PEOPLE = [
  `update students k set birth_date = r.birth_date, birth_date_by = r.birth_date_by from students r
    where k.client_id = $1 and k.user_id = $2 and r.client_id = $1 and r.user_id = $3 and k.birth_date is null`,
  `update guardians k set email = coalesce(nullif(k.email, ''), r.email), phone = coalesce(nullif(k.phone, ''), r.phone)
     from guardians r where k.client_id = $1 and k.student_id = $2 and r.client_id = $1 and r.student_id = $3
      and fold_text(k.name) = fold_text(r.name) and (r.confirmed or not k.confirmed)`,
  `delete from guardians r using guardians k where k.client_id = $1 and k.student_id = $2
      and r.client_id = $1 and r.student_id = $3 and fold_text(k.name) = fold_text(r.name)`,
  `update business_contacts k set email = coalesce(nullif(k.email, ''), r.email),
          phone = coalesce(nullif(k.phone, ''), r.phone)
     from business_contacts r where k.client_id = $1 and k.business_id = $2
      and r.client_id = $1 and r.business_id = $3 and fold_text(k.name) = fold_text(r.name)`,
  `update projects p set supervisor_id = k.id from business_contacts k, business_contacts r
    where k.client_id = $1 and k.business_id = $2 and r.client_id = $1 and r.business_id = $3
      and fold_text(k.name) = fold_text(r.name) and p.client_id = $1 and p.supervisor_id = r.id`,
  `delete from business_contacts r using business_contacts k where k.client_id = $1 and k.business_id = $2
      and r.client_id = $1 and r.business_id = $3 and fold_text(k.name) = fold_text(r.name)`,
  ...[
    ['guardians', 'student_id'],
    ['business_contacts', 'business_id'],
  ].map(
    ([table, owner]) => `update ${table} p set ${owner} = $2, ordinal = moved.place
      from (select id, row_number() over (order by ${owner} = $3, ordinal) as place
              from ${table} where client_id = $1 and ${owner} in ($2, $3)) moved
     where p.client_id = $1 and p.id = moved.id`,
  ),
];

const PLACE = columnsOfUsers('place').map(({ name }) => name);

/** Moves everything from one account to the other, and deletes the former. */
export async function mergeAccounts(tx: Tx, { keep, remove }: Two): Promise<void> {
  const values = [keep.clientId, keep.id, remove.id];
  const run = (text: string) => tx.client.query(text, values);
  for (const [table, column] of OWNED)
    await run(`update ${table} set ${column} = $2 where client_id = $1 and ${column} = $3`);
  for (const [table, column, what] of NAMED_ONCE)
    await run(`insert into ${table} (client_id, ${column}, ${what})
      select client_id, $2, ${what} from ${table} where client_id = $1 and ${column} = $3
      on conflict do nothing`);
  for (const text of MERGED_PEOPLE) await run(text);
  for (const [table, key, columns] of FILLED) {
    const filled = columns.map(({ name, columnType }) =>
      columnType === 'PgText'
        ? `${name} = coalesce(nullif(k.${name}, ''), r.${name})`
        : `${name} = coalesce(k.${name}, r.${name})`,
    );
    await run(`update ${table} k set ${filled.join(', ')} from ${table} r
      where k.client_id = $1 and k.${key} = $2 and r.client_id = $1 and r.${key} = $3`);
  }
  await run(`update users k set (${PLACE.join(', ')}) = (${PLACE.map((column) => `r.${column}`).join(', ')})
    from users r where k.client_id = $1 and k.id = $2 and r.client_id = $1 and r.id = $3 and k.street = ''`);
  await endSessionsOf(tx, { clientId: remove.clientId, userId: remove.id });
  await tx.client.query('delete from users where client_id = $1 and id = $2', [remove.clientId, remove.id]);
}
