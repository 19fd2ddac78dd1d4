import { createHash } from 'node:crypto';
import { mayCall } from '@waypost/contract/call-access';
import { addDays } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import {
  businessEntries,
  type FeedEntry,
  PAST_DAYS,
  STAFF_AHEAD_DAYS,
  STAFF_PAST_DAYS,
  staffEntries,
  studentEntries,
} from '@waypost/contract/oversight/calendar/rules';
import { refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import { dayIn } from '@waypost/contract/time-zones';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { toAddressed } from '../../messages/mail/queries.ts';
import { networkOf } from '../../platform/access/addresses.ts';
import { billed, billNetwork } from '../../platform/access/billing.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import type { Costs } from '../../platform/access/costs.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toFeed } from '../../platform/outside/calendar.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import {
  type FeedOwner,
  findFeedOwner,
  listFeedAgreements,
  listFeedEndings,
  listFeedOffers,
  listFeedPlacements,
} from './queries.ts';

export const feedPath = (token: string): string => `/calendar/${token}.ics`;

/** The log contains this instead of the address. */
const FEED_ROUTE = '/calendar/:file';

/** Serves the feeds. The secret address is a calendar's only credential, so it can only read. */
export function mountCalendar(
  app: FastifyInstance,
  { pool, outside, costs }: { pool: Pool; outside: Outside; costs: Costs },
): void {
  app.get(FEED_ROUTE, billNetwork(costs), (wire, reply) => billed(wire, () => serve(wire, reply)));

  async function serve(wire: FastifyRequest, reply: FastifyReply) {
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
    const now = outside.clock.now();
    const [, token = ''] = /^([\w-]{43})\.ics$/.exec((wire.params as { file: string }).file) ?? [];
    const withoutSession = <T>(work: (tx: Tx) => Promise<T>) => asSession(pool, null, now, work);
    const owner = await withoutSession((tx) => findFeedOwner(tx, hashSecret(token)));
    if (!owner || mayCall('getCalendarFeed', owner) !== 'yes') {
      // Only wrong addresses are limited, so that others in the network with a correct one can still read.
      const wrong = budgetOf('wrong calendar addresses', networkOf(wire.ip));
      await withinLimits(withoutSession, now, [wrong], async () => undefined);
      return refuse('not-found', t('This calendar address does not work anymore.'));
    }
    const reads = [budgetOf('calendar reads', owner.id)];
    const entries = await withinLimits(withoutSession, now, reads, async (tx) => {
      await enterTenant(tx, owner.clientId);
      return findEntries(tx, owner, dayIn(owner.timeZone, now));
    });
    const feed = forReader(toAddressed(owner), () =>
      toFeed(entries(), { timeZone: owner.timeZone, publicUrl: outside.publicUrl }),
    );
    return send(wire, reply, feed);
  }
}

/** Runs once the reader is known, because the texts depend on their language. */
async function findEntries(tx: Tx, owner: FeedOwner, today: string): Promise<() => FeedEntry[]> {
  const since = addDays(today, -PAST_DAYS);
  if (owner.role === 'Student') {
    const placements = await listFeedPlacements(tx, owner, 'Student', since);
    const offers = await listFeedOffers(tx, owner);
    const agreements = await listFeedAgreements(tx, owner, 'Student', since);
    return () => studentEntries(placements, offers, agreements, today);
  }
  if (!isStaff(owner.role)) {
    // An unapproved business sees no students.
    const placements = owner.approved ? await listFeedPlacements(tx, owner, 'Business', since) : [];
    const agreements = owner.approved ? await listFeedAgreements(tx, owner, 'Business', since) : [];
    return () => businessEntries(placements, agreements, today);
  }
  const from = addDays(today, -STAFF_PAST_DAYS);
  const to = addDays(today, STAFF_AHEAD_DAYS);
  const endings = await listFeedEndings(tx, owner.clientId, { from, to });
  const agreements = await listFeedAgreements(tx, owner, 'staff', from);
  return () => staffEntries(endings, agreements, today);
}

function send(wire: FastifyRequest, reply: FastifyReply, feed: string) {
  const tag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = (wire.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.code(304).send();
  return reply
    .header('content-disposition', 'inline; filename="waypost.ics"')
    .type('text/calendar; charset=utf-8')
    .send(feed);
}
