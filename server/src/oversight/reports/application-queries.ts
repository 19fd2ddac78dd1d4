import type { ApplicationCountSort } from '@waypost/contract/oversight/reports/rules';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';

/** Filters for a client's students. Missing schools, programs or year match everything. */
export interface StudentsWanted {
  clientId: string;
  schools: readonly string[];
  programs: readonly string[];
  graduationYear: number | null;
}

/** The sort order, and the part of the list. */
export interface StudentsOrder {
  sort: ApplicationCountSort;
  descending: boolean;
}

export interface StudentsPart extends StudentsOrder {
  limit: number;
  offset: number;
}

export interface StudentApplicationsRecord {
  id: string;
  firstName: string;
  lastName: string;
  picture: { id: string; name: string } | null;
  graduationYear: number | null;
  school: string | null;
  program: string | null;
  /** The dates of their applications, the latest first. */
  applied: Date[];
}

/** A part of the report, in order, and the number of all students, in one query. */
export async function findStudentApplications(
  tx: Tx,
  wanted: StudentsWanted,
  part: StudentsPart,
): Promise<{ rows: StudentApplicationsRecord[]; total: number }> {
  const narrowed = narrowing(wanted);
  const found = await tx.client.query<StudentApplicationsRecord & { id: string | null; total: number }>({
    name: `applicationCount ${part.sort} ${part.descending} ${narrowed.name}`,
    text: statement(narrowed.conditions, part),
    values: [wanted.clientId, part.limit, part.offset, ...narrowed.values],
  });
  // A part beyond the last one still returns the number, in a row that is not a student.
  return { rows: found.rows.filter(({ id }) => id !== null), total: found.rows[0]?.total ?? 0 };
}

/** The whole report, in order. */
export function openStudents(
  tx: Tx,
  wanted: StudentsWanted,
  order: StudentsOrder,
  offset: number,
): Promise<IdCursor> {
  const narrowed = narrowing(wanted);
  const ids = `${partStatement(narrowed.conditions, order)} select id from part order by ${keyOf(order, 'part')}`;
  // For PostgreSQL, a limit of null means no limit.
  return openIds(tx, { sql: ids, params: [wanted.clientId, null, 0, ...narrowed.values] }, offset);
}

/** These rows of the report, in no order. */
export async function findApplicationsOf(
  tx: Tx,
  clientId: string,
  ids: string[],
): Promise<StudentApplicationsRecord[]> {
  const { rows } = await tx.client.query<StudentApplicationsRecord>({
    name: 'findApplicationsOf',
    text: `select ${shown} from users u ${joined} where u.client_id = $1 and u.id = any($2)`,
    values: [clientId, ids],
  });
  return rows;
}

/** Only the conditions that are set, so each combination gets its own plan. */
function narrowing({ schools, programs, graduationYear }: StudentsWanted) {
  const filters = [
    { name: 'schools', value: orAny(schools), is: attends('school_id', 'schools') },
    { name: 'programs', value: orAny(programs), is: attends('program_id', 'programs') },
    { name: 'year', value: graduationYear, is: (year: string) => `s.graduation_year = ${year}` },
  ].filter(({ value }) => value !== null);
  return {
    name: filters.map(({ name }) => name).join(' '),
    values: filters.map(({ value }) => value),
    conditions: filters.map(({ is }, index) => is(`$${index + 4}`)),
  };
}

const orAny = (names: readonly string[]) => (names.length > 0 ? names : null);

const attends = (column: string, list: string) => (names: string) =>
  `s.${column} = any(array(select l.id from ${list} l where l.client_id = $1 and l.name = any(${names})))`;

/** Counts every student's applications once, using a covering index. */
const ofApplications = (aggregate: string) => `left join (
      select a.student_id, ${aggregate} as key from applications a
      where a.client_id = $1 group by a.student_id
    ) applied on applied.student_id = u.id`;

const orderings: Record<ApplicationCountSort, { key: string; join?: string }> = {
  name: { key: 'u.listed_name' },
  application_count: { key: 'coalesce(applied.key, 0)', join: ofApplications('count(*)') },
  last_application: {
    key: `coalesce(applied.key, '-infinity')`,
    join: ofApplications('max(a.created_at)'),
  },
};

const shown = `u.id, u.first_name as "firstName", u.last_name as "lastName",
  case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as picture,
  s.graduation_year as "graduationYear", l.name as school, m.name as program,
  array(select a.created_at from applications a where a.client_id = $1 and a.student_id = u.id
    order by a.created_at desc) as applied`;

const joined = `left join students s on s.client_id = $1 and s.user_id = u.id
  left join schools l on l.client_id = $1 and l.id = s.school_id
  left join programs m on m.client_id = $1 and m.id = s.program_id
  left join files f on f.client_id = $1 and f.id = u.profile_pic_id`;

const statement = (
  conditions: readonly string[],
  order: StudentsOrder,
) => `${partStatement(conditions, order)}
select counted.total, ${shown}
from (select count(*)::int as total from matching) counted
  left join part p on true
  left join users u on u.client_id = $1 and u.id = p.id
  ${joined}
order by ${keyOf(order, 'p')}`;

function keyOf({ sort, descending }: StudentsOrder, part: string): string {
  const way = descending ? 'desc' : 'asc';
  return `${part}.key ${way}, ${part}.name ${sort === 'name' ? way : ''}, ${part}.id`;
}

function partStatement(conditions: readonly string[], order: StudentsOrder): string {
  const { key, join = '' } = orderings[order.sort];
  const narrows = conditions.map((condition) => `and ${condition}`).join(' ');
  // When sorted by name, students are read from an index only as far as needed; otherwise they are found once for both
  // uses.
  const kept = narrows || join ? 'materialized' : 'not materialized';
  return `
with matching as ${kept} (
  select u.id, u.listed_name as name, ${key} as key from users u ${join}
  where u.client_id = $1 and u.role = 'Student' ${
    narrows && `and u.id in (select s.user_id from students s where s.client_id = $1 ${narrows})`
  }
), part as materialized (
  select id, name, key from matching order by ${keyOf(order, 'matching')} limit $2 offset $3
)`;
}
