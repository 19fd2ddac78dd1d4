import type { Person } from '@waypost/contract/access';
import type { Locale } from '@waypost/contract/i18n';
import type {
  FeedAgreement,
  FeedEnding,
  FeedOffer,
  FeedPlacement,
} from '@waypost/contract/oversight/calendar/rules';
import { DEFAULT_ZONE } from '@waypost/contract/school-system/settings/rules';
import { and, eq } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { calendarFeeds } from '../../platform/database/tables/calendar.ts';

type Own = { clientId: string; id: string };

/** Someone's feed; empty without one. */
export const findFeed = prepared<Own>()('findCalendarFeed', (db, { clientId, id }) =>
  db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.clientId, clientId), eq(calendarFeeds.userId, id))),
);

/** Creates a feed, replacing an earlier one. */
export async function saveFeed(
  tx: Tx,
  { clientId, id }: Own,
  tokenHash: Buffer,
  createdAt: Date,
): Promise<void> {
  await tx.db
    .insert(calendarFeeds)
    .values({ clientId, userId: id, tokenHash, createdAt })
    .onConflictDoUpdate({
      target: [calendarFeeds.clientId, calendarFeeds.userId],
      set: { tokenHash, createdAt },
    });
}

export async function removeFeed(tx: Tx, { clientId, id }: Own): Promise<void> {
  await tx.db
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.clientId, clientId), eq(calendarFeeds.userId, id)));
}

/** The owner of a feed. */
export interface FeedOwner extends Own, Person {
  locale: Locale;
  timeZone: string;
}

/** The owner of the feed with this token, in any school system; undefined if there is none. */
export async function findFeedOwner(tx: Tx, tokenHash: Buffer): Promise<FeedOwner | undefined> {
  const { rows } = await tx.client.query<FeedOwner>({
    name: 'find_calendar_feed',
    text: `select client_id as "clientId", user_id as id, role, approved, confirmed, false as deactivated, saves, locale,
                  coalesce(time_zone, '${DEFAULT_ZONE}') as "timeZone"
             from find_calendar_feed($1)`,
    values: [tokenHash],
  });
  return rows[0];
}

const whose = {
  Student: 'p.student_id = $2',
  Business: 'p.business_id = $2',
} as const;

/** A student's or a business's placements that end on or after this day. */
export async function listFeedPlacements(
  tx: Tx,
  { clientId, id, timeZone }: Pick<FeedOwner, 'clientId' | 'id' | 'timeZone'>,
  role: keyof typeof whose,
  from: string,
): Promise<FeedPlacement[]> {
  const { rows } = await tx.client.query<FeedPlacement>({
    name: `listFeedPlacements${role}`,
    text: `
      select p.id, o.title, b.business_name as business, s.first_name as "firstName", s.last_name as "lastName",
             (p.created_at at time zone 'utc')::date as "placedOn", o.employment_start as start,
             o.employment_stop as "end", (p.ended_at at time zone $4)::date as "endedOn", o.days,
             p.business_status as status,
             p.final_summary <> '' as "hasSummary", greatest(p.updated_at, o.updated_at) as "changedAt",
             exists(select from project_files f where f.client_id = p.client_id and f.project_id = p.id) as "hasFiles",
             (select count(*) from evaluations e
               where e.client_id = p.client_id and e.project_id = p.id)::int as evaluations,
             reflections.*
        from projects p
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users b on b.client_id = p.client_id and b.id = p.business_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
        cross join lateral (
          select count(*)::int as questions, (count(*) filter (where r.status = 'complete'))::int as answers
            from project_reflections r
           where r.client_id = p.client_id and r.project_id = p.id) as reflections
       where p.client_id = $1 and ${whose[role]} and o.employment_stop >= $3
       order by o.employment_stop, p.id`,
    values: [clientId, id, from, timeZone],
  });
  return rows;
}

/** The placements of a school system that end within these days. */
export async function listFeedEndings(
  tx: Tx,
  clientId: string,
  { from, to }: { from: string; to: string },
): Promise<FeedEnding[]> {
  const { rows } = await tx.client.query<FeedEnding>({
    name: 'listFeedEndings',
    text: `
      select s.first_name as "firstName", s.last_name as "lastName", o.employment_stop as "end",
             p.business_status as status, greatest(p.updated_at, o.updated_at) as "changedAt"
        from projects p
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        join users s on s.client_id = p.client_id and s.id = p.student_id
       where p.client_id = $1 and o.employment_stop between $2 and $3
       order by o.employment_stop, s.last_name, s.first_name, p.id`,
    values: [clientId, from, to],
  });
  return rows;
}

/** Offers that the student has not replied to. */
export async function listFeedOffers(tx: Tx, { clientId, id }: Own): Promise<FeedOffer[]> {
  const { rows } = await tx.client.query<FeedOffer>({
    name: 'listFeedOffers',
    text: `
      select a.id, o.title, b.business_name as business, a.reply_by as "replyBy", a.updated_at as "changedAt"
        from applications a
        join opportunities o on o.client_id = a.client_id and o.id = a.opportunity_id
        left join users b on b.client_id = o.client_id and b.id = o.business_id
       where a.client_id = $1 and a.student_id = $2 and a.status = 'Offered' and a.reply_by is not null
       order by a.reply_by, a.id`,
    values: [clientId, id],
  });
  return rows;
}

const whoseAgreement = { ...whose, staff: '$2::uuid is not null' } as const;

/** Agreements that were sent and are not fully signed: a student's, a business's, or for staff the school system's. */
export async function listFeedAgreements(
  tx: Tx,
  { clientId, id, timeZone }: Pick<FeedOwner, 'clientId' | 'id' | 'timeZone'>,
  role: keyof typeof whoseAgreement,
  since: string,
): Promise<FeedAgreement[]> {
  const { rows } = await tx.client.query<FeedAgreement>({
    name: `listFeedAgreements${role}`,
    text: `
      select a.id, a.project_id as "projectId", o.title, s.first_name as "firstName", s.last_name as "lastName", a.status,
             (a.expires_at at time zone $4)::date as day, a.updated_at as "changedAt"
        from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
       where a.client_id = $1 and ${whoseAgreement[role]}
         and a.status in ('sent', 'partly signed', 'declined', 'void') and a.expires_at >= $3::date
       order by a.expires_at, a.id`,
    values: [clientId, id, since, timeZone],
  });
  return rows;
}
