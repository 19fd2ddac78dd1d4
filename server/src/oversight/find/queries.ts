import { FOUND_PER_KIND, type FoundKind } from '@waypost/contract/oversight/find/rules';
import type { Role } from '@waypost/contract/roles';
import { fromApprovedBusiness, isOpenToday } from '../../opportunities/opportunities/open-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';

export interface FoundRow {
  kind: FoundKind;
  id: string;
  name: string;
  detail: string;
}

interface FindInput {
  clientId: string;
  text: string;
}

// `$1` is the client, `$2` the text that was typed. A range, because a prefix match cannot use an index under row-level
// security.
const startsWith = (column: string, text = 'fold_text($2)') =>
  `${text} <> '' and ${column} >= ${text} and ${column} < ${text} || chr(1114111)`;

/** Accounts whose name, either way round, or email starts with the text: one index for each. */
const named = (roles: readonly Role[]) => {
  const by = (condition: string) =>
    `(select u.id from users u where u.client_id = $1 and u.role in (${roles.map((role) => `'${role}'`).join()})
        and ${condition} limit 100)`;
  const names = ['u.first_last_folded', 'u.last_first_folded', 'u.business_name_folded'];
  return [...names.map((name) => startsWith(name)), startsWith('u.email_lower', 'lower($2)')]
    .map(by)
    .join(' union ');
};

/** Opportunities with a word that starts with each stem of the text; those whose title has the text come first. */
const opportunities = (isVisible: string) => `
  select 'opportunity' as kind, o.id, o.title as name, coalesce(b.business_name, '') as detail,
         row_number() over (order by position(fold_text($2) in fold_text(o.title)) = 0, o.created_at desc, o.id) as place
    from (select w.opportunity_id as id from stems s
            join opportunity_words w on w.client_id = $1 and w.word >= s.word and w.word < s.word || chr(1114111)
           group by w.opportunity_id having count(distinct s.word) = (select count(*) from stems)) matching
    join opportunities o on o.client_id = $1 and o.id = matching.id
    left join users b on b.client_id = $1 and b.id = o.business_id
   where ${isVisible}
   order by place limit ${FOUND_PER_KIND}`;

const stems = 'stems as materialized (select word from unnest(stems_of($2)) stem(word))';

const inOrder = `order by array_position(array['student', 'business', 'teacher', 'placement', 'opportunity'], kind), place`;

const staffText = `
with ${stems},
named as materialized (${named(['Student', 'Business', 'Teacher'])}),
people as (
  select lower(u.role) as kind, u.id,
         case when u.role = 'Business' then u.business_name else u.first_name || ' ' || u.last_name end as name,
         case when u.role = 'Student' then coalesce(c.name, '') when u.role = 'Business' then u.city else '' end as detail,
         row_number() over (partition by u.role order by u.listed_name, u.id) as place
    from named n
    join users u on u.client_id = $1 and u.id = n.id
    left join students s on s.client_id = $1 and s.user_id = u.id
    left join schools c on c.client_id = $1 and c.id = s.school_id
   where u.listed_name <> ''),
placements as (
  select 'placement' as kind, p.id, u.first_name || ' ' || u.last_name as name,
         concat_ws(', ', o.title, b.business_name) as detail,
         row_number() over (order by p.created_at desc, p.id) as place
    from named n
    join projects p on p.client_id = $1 and p.student_id = n.id
    join users u on u.client_id = $1 and u.id = n.id
    join opportunities o on o.client_id = $1 and o.id = p.opportunity_id
    left join users b on b.client_id = $1 and b.id = p.business_id
   order by place limit ${FOUND_PER_KIND})
select kind, id, name, detail from (
  select * from people where place <= ${FOUND_PER_KIND}
  union all select * from placements
  union all (${opportunities('true')})) found ${inOrder}`;

/** People, placements and opportunities of the school system. */
export async function findForStaff(tx: Tx, { clientId, text }: FindInput): Promise<FoundRow[]> {
  const { rows } = await tx.client.query<FoundRow>({
    name: 'findForStaff',
    text: staffText,
    values: [clientId, text],
  });
  return rows;
}

const businessText = `
with ${stems},
placements as (
  select 'placement' as kind, p.id, u.first_name || ' ' || u.last_name as name, o.title as detail,
         row_number() over (order by p.created_at desc, p.id) as place
    from projects p
    join users u on u.client_id = $1 and u.id = p.student_id
    join opportunities o on o.client_id = $1 and o.id = p.opportunity_id
   where p.client_id = $1 and p.business_id = $3
     and (${startsWith('u.first_last_folded')} or ${startsWith('u.last_first_folded')})
   order by place limit ${FOUND_PER_KIND})
select kind, id, name, detail from (
  select * from placements union all (${opportunities('o.business_id = $3')})) found ${inOrder}`;

/** A business's own interns and opportunities. */
export async function findForBusiness(
  tx: Tx,
  { clientId, text, id }: FindInput & { id: string },
): Promise<FoundRow[]> {
  const { rows } = await tx.client.query<FoundRow>({
    name: 'findForBusiness',
    text: businessText,
    values: [clientId, text, id],
  });
  return rows;
}

const studentText = `
with ${stems},
placements as (
  select 'placement' as kind, p.id, o.title as name, coalesce(b.business_name, '') as detail,
         row_number() over (order by p.created_at desc, p.id) as place
    from projects p
    join opportunities o on o.client_id = $1 and o.id = p.opportunity_id
    left join users b on b.client_id = $1 and b.id = p.business_id
   where p.client_id = $1 and p.student_id = $3
     and position(fold_text($2) in fold_text(concat_ws(' ', o.title, b.business_name))) > 0
   order by place limit ${FOUND_PER_KIND})
select kind, id, name, detail from (
  select * from placements union all (${opportunities(`(
    ${isOpenToday('o', { clientId: '$1', first: '$4', last: '$5' })}
    or (o.application_close >= $5::date and o.employment_stop >= $5::date and ${fromApprovedBusiness('o', '$1')} and o.id in (
      select x.opportunity_id from opportunity_students x where x.client_id = $1 and x.student_id = $3)))`)})
  ) found ${inOrder}`;

interface AskedByStudent extends FindInput {
  id: string;
  /** What `firstDayAt` and `lastDayAt` return. */
  days: { first: string; last: string };
}

/** A student's own placements, and the opportunities that browsing shows them. */
export async function findForStudent(
  tx: Tx,
  { clientId, text, id, days }: AskedByStudent,
): Promise<FoundRow[]> {
  const { rows } = await tx.client.query<FoundRow>({
    name: 'findForStudent',
    text: studentText,
    values: [clientId, text, id, days.first, days.last],
  });
  return rows;
}
