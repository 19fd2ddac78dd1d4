import * as z from 'zod';
import { calendarDate, dateOrNone, id, line, multiline, requiredRichText, text } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';
import { NOT_A_CHOICE, unlessMissing, worded } from '../../wording.ts';
import { interviewLengths, USUAL_MINUTES } from './interviews.ts';
import { DECLINED_AT_ONCE, MESSAGE_MAX, NO_COVER_LETTER, stars } from './rules.ts';

/** The server uses only the letter and the opportunity, and sets every other field itself. */
export const ApplyInput = z.object({
  cover_letter: requiredRichText(20_000, NO_COVER_LETTER),
  opportunity_id_fk: id,
});

/** What a business writes to a student: plain text, in paragraphs. */
const message = multiline(MESSAGE_MAX);

export const OfferInput = z.object({
  application_id: id,
  message,
  /** If left out: today plus the school system's number of days. */
  reply_by: calendarDate.optional(),
});

/** A business's own note about an applicant, and its stars; 0 means none. */
export const ApplicantNoteInput = z.object({
  application_id: id,
  note: message,
  stars: z.literal(stars, unlessMissing(NOT_A_CHOICE)).default(0),
});

/** Declines several applications with one message to each student. */
export const DeclineInput = z.object({
  application_ids: z.array(id).min(1).max(DECLINED_AT_ONCE),
  message,
});

const NOT_A_TIME = msg('must be a time, such as 3:30 PM');

/** A time of day, HH:MM, in the school system's time zone. */
const timeOfDay = text()
  .min(1, worded(REQUIRED))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, worded(NOT_A_TIME));

/** Schedules or changes an interview. What is not known yet is left out and can be added later. */
export const InterviewInput = z.object({
  application_id: id,
  date: dateOrNone,
  time: z.union([z.literal(''), timeOfDay], worded(NOT_A_TIME)).default(''),
  minutes: z.literal(interviewLengths, unlessMissing(NOT_A_CHOICE)).default(USUAL_MINUTES),
  /** A street address or a URL; empty if it is arranged later. */
  place: line(300),
  message,
});
export type InterviewInput = z.infer<typeof InterviewInput>;

/** Proposes another time for an interview. */
export const ProposalInput = z.object({
  application_id: id,
  date: calendarDate,
  time: timeOfDay,
  message,
});
