import { t } from '@waypost/contract/i18n';
import type { calendarCalls } from '@waypost/contract/oversight/calendar/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { hashSecret, newSecret } from '../../platform/access/sessions.ts';
import { feedPath } from './feed.ts';
import { findFeed, removeFeed, saveFeed } from './queries.ts';

/** A person's own calendar feed (docs/behavior/calendar.md). */
export const calendarHandlers: Handlers<typeof calendarCalls> = {
  getCalendarFeed: async ({ actor }, tx) => {
    const [found] = await findFeed(tx, actor);
    return { made_at: found?.createdAt.toISOString() ?? null };
  },

  makeCalendarFeed: async ({ actor, now, outside }, tx) => {
    refuseMasquerade(actor);
    const token = newSecret();
    await saveFeed(tx, actor, hashSecret(token), now);
    await record(tx, actor, { action: 'make calendar address' }, now);
    return { made_at: now.toISOString(), address: outside.publicUrl + feedPath(token) };
  },

  endCalendarFeed: async ({ actor, now }, tx) => {
    refuseMasquerade(actor);
    await removeFeed(tx, actor);
    await record(tx, actor, { action: 'end calendar address' }, now);
    return { made_at: null };
  },
};

/** The address would keep working after the masquerade. */
function refuseMasquerade(actor: Actor): void {
  if (actor.admin) refuse('not-allowed', t('Only the owner of an account can manage its calendar address.'));
}
