import * as z from 'zod';
import { REQUIRED } from './refusal.ts';

// PostgreSQL's text holds no NUL; a NUL is never what a person typed.
const noNul = (value: string) => !value.includes('\u0000');

/** An id as it travels: a string, never anything more to a reader. */
export const id = z.uuid('this is not an id');

/** One line of text, trimmed; empty is allowed. `absent` is what is said where there is none at all. */
export const line = (max = 200, absent: string = REQUIRED) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? absent : undefined) })
    .trim()
    .max(max, `this field can have at most ${max} characters`)
    .refine(noNul, 'this field has a character that cannot be stored');

/** One line that must be filled in. */
export const requiredLine = (max = 200, message: string = REQUIRED) => line(max, message).min(1, message);

/** A name or several, any of which will do: what a list is narrowed to. None at all does not narrow. */
export const oneOrMany = z.union([requiredLine(), z.array(requiredLine()).max(200)]);

/** A graduation year that a list is narrowed to. */
export const yearOrAll = z.union([z.number().int().min(1900).max(2200), z.literal('All')]);

/** Rich text as HTML; the server sanitises it before it is kept. */
export const richText = (max = 20_000) =>
  z
    .string()
    .max(max, `this text can have at most ${max} characters`)
    .refine(noNul, 'this text has a character that cannot be stored');

/** Whether rich text says nothing: tags and blanks alone. */
export const isBlank = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .trim() === '';

/** Rich text that must say something: tags and blanks alone do not. */
export const requiredRichText = (max = 20_000, message: string = REQUIRED) =>
  richText(max).refine((html) => !isBlank(html), message);

export const email = line(254).pipe(z.email('must be a valid email address'));

/** (000)000-0000, or empty. */
export const phone = z.union(
  [z.literal(''), z.string().regex(/^\(\d{3}\)\d{3}-\d{4}$/, 'must look like (000)000-0000')],
  {
    error: 'must look like (000)000-0000',
  },
);
export const requiredPhone = z
  .string()
  .min(1, REQUIRED)
  .regex(/^\(\d{3}\)\d{3}-\d{4}$/, 'must look like (000)000-0000');

export const zip = z
  .string()
  .trim()
  .min(1, REQUIRED)
  .regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code of five digits');

/** A calendar date, YYYY-MM-DD: a date, not a moment, so no time zone may shift it. */
export const calendarDate = z.iso
  .date('must be a date, MM/DD/YYYY')
  // The year 0000 is a date to a pattern and none to the database.
  .refine((date) => date >= '1900-01-01', 'must be a date, MM/DD/YYYY');

/** A moment in UTC, ISO 8601. */
export const moment = z.iso.datetime();

/** A query parameter that carries JSON, URL-encoded (rulings, "On the wire"). */
export const jsonText = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'this is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A reply that says in one word what happened. */
export const said = <const M extends [string, ...string[]]>(...words: M) =>
  z.object({ message: z.enum(words) });
