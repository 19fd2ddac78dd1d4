import * as z from 'zod';
import { get, nothing, post } from '../call.ts';
import { moment } from '../fields.ts';

/** The caller's calendar feed: since when its address works; null without one. */
const CalendarFeed = z.object({ made_at: moment.nullable() });

/** Calendars subscribe to somebody's dates at a secret address (docs/behavior/calendar.md). */
export const calendarCalls = {
  getCalendarFeed: get('/api/getCalendarFeed', nothing, CalendarFeed),
  /** A new address; one that was made before ends. Nobody can read it again: only its hash is stored. */
  makeCalendarFeed: post(
    '/api/makeCalendarFeed',
    nothing,
    z.object({ made_at: moment, address: z.string() }),
  ),
  endCalendarFeed: post('/api/endCalendarFeed', nothing, CalendarFeed),
};
