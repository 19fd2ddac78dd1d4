import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment } from '../../fields.ts';
import { mailKinds } from '../mail/rules.ts';

/** A notification for the caller. */
export const Notice = z.object({
  _id: z.string(),
  kind: z.enum(mailKinds),
  text: z.string(),
  /** The screen that it links to. */
  path: z.string(),
  at: moment,
  is_read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

/** The caller's latest notices, the newest first, and the total number of unread ones. */
export const Notices = z.object({ unread: z.number(), notices: z.array(Notice) });
export type Notices = z.infer<typeof Notices>;

/** A person's notifications (docs/behavior/bell.md). */
export const bellCalls = {
  getNotices: get('/api/getNotices', nothing, Notices),
  /** Marks one notice as read, or without `_id` all that the caller has seen: those up to a moment. */
  readNotices: post('/api/readNotices', z.object({ _id: id.optional(), until: moment.optional() }), Notices),
};
