import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { moment } from '../../fields.ts';

/** The caller's calendar feed: when its address was created; null without a feed. */
const CalendarFeed = z.object({ made_at: moment.nullable() });

/** A secret address for subscribing to a person's dates (docs/behavior/calendar.md). */
export const calendarCalls = {
  getCalendarFeed: get('/api/getCalendarFeed', nothing, CalendarFeed),
  /** Creates a new address and revokes an earlier one. It cannot be read again, because only its hash is stored. */
  makeCalendarFeed: post(
    '/api/makeCalendarFeed',
    nothing,
    z.object({ made_at: moment, address: z.string() }),
  ),
  endCalendarFeed: post('/api/endCalendarFeed', nothing, CalendarFeed),
};
