import { DEFAULT_ZONE, type TimeZone } from '@waypost/contract/school-system/settings/rules';
import { and, eq } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Tx } from '../../platform/database/connect.ts';
import { settings } from '../../platform/database/tables/lists.ts';

export interface RetentionSetting {
  years: number | null;
  /** The day of the next deletion that Admins were told of, YYYY-MM-DD. */
  next: string | null;
  timeZone: TimeZone;
}

/** A school system's setting; with `locked`, nobody changes it until the transaction ends. */
export async function findRetention(
  tx: Tx,
  clientId: string,
  { locked = false } = {},
): Promise<RetentionSetting> {
  const found = tx.db
    .select({ years: settings.retentionYears, next: settings.retentionNext, timeZone: settings.timeZone })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  const [row] = await (locked ? found.for('no key update') : found);
  return row ?? { years: null, next: null, timeZone: DEFAULT_ZONE };
}

/** Saves it. Nothing is deleted until Admins have been told of a new day. */
export async function saveRetentionYears(tx: Tx, clientId: string, years: number | null): Promise<void> {
  await tx.db
    .insert(settings)
    .values({ clientId, retentionYears: years })
    .onConflictDoUpdate({
      target: settings.clientId,
      set: { retentionYears: years, retentionNext: null },
    });
}

/** Sets the day of the next deletion. */
export async function saveNextDeletion(tx: Tx, clientId: string, day: string | null): Promise<void> {
  await tx.db
    .update(settings)
    .set({ retentionNext: day })
    .where(and(eq(settings.clientId, clientId)));
}

interface RetentionPeriod {
  clientId: string;
  years: number;
  timeZone: TimeZone;
}

/**
 * Students who left school ($1 the school system, $2 how many years their records are kept, $3 its time zone): those
 * without approval, from the later of the day on which staff deactivated them (or they signed up, if they were never
 * approved) and the end of their last school year. A running placement keeps the record. It is due on the first of the
 * month after. The index `users_not_approved` finds them.
 */
const LEFT = `
  select u.client_id, u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.listed_name,
         s.school_id, s.graduation_year, l.left_on,
         (date_trunc('month', l.left_on + make_interval(years => $2::int)) + interval '1 month')::date as due
    from users u
    join students s on s.client_id = u.client_id and s.user_id = u.id
    cross join lateral (
      select greatest((coalesce(u.deactivated_at, u.created_at) at time zone $3::text)::date,
                      make_date(s.graduation_year, 8, 31)) as left_on) as l
   where u.client_id = $1 and u.role = 'Student' and not u.approved
     and not exists (select from projects p where p.client_id = u.client_id and p.student_id = u.id
                       and p.business_status = 'open')`;

export interface FormerStudentRow {
  id: string;
  name: string;
  email: string;
  school: string;
  graduationYear: number | null;
  leftOn: string;
  deletesOn: string;
  /** How many there are in all. */
  total: number;
}

/** A part of them, in the order of their deletion. Nobody is deleted before `next`. */
export async function findFormerStudents(
  tx: Tx,
  { clientId, years, timeZone, today, next }: RetentionPeriod & { today: string; next: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<FormerStudentRow[]> {
  const { rows } = await tx.client.query<FormerStudentRow>({
    name: 'findFormerStudents',
    text: `
      select x.id, x.name, x.email, coalesce(c.name, '') as school, x.graduation_year as "graduationYear",
             x.left_on as "leftOn", greatest(x.due, $4::date) as "deletesOn", (count(*) over ())::int as total
        from (${LEFT}) as x
        left join schools c on c.client_id = x.client_id and c.id = x.school_id
       where x.left_on <= $5::date
       order by greatest(x.due, $4::date), x.listed_name, x.id
       limit $6 offset $7`,
    values: [clientId, years, timeZone, next, today, limit, offset],
  });
  return rows;
}

/** The students whose records are due by a day. */
export async function findDueBy(
  tx: Tx,
  { clientId, years, timeZone, day }: RetentionPeriod & { day: string },
): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'findDueBy',
    text: `select x.id from (${LEFT}) as x where x.due <= $4::date order by x.due, x.id`,
    values: [clientId, years, timeZone, day],
  });
  return rows.map(({ id }) => id);
}

/** Whether a locked student is still due, and the setting is still the same. */
export async function isStillDue(
  connection: ClientBase,
  { clientId, years, timeZone, day, id }: RetentionPeriod & { day: string; id: string },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from (${LEFT}) as x
       join settings on settings.client_id = x.client_id
      where x.id = $5 and x.due <= $4::date and settings.retention_years = $2 and settings.retention_next = $4::date`,
    [clientId, years, timeZone, day, id],
  );
  return rowCount === 1;
}
