import * as z from 'zod';
import { withoutEmptyFields } from './empty-fields.ts';
import { type Locale, locales, type Message, msg, t } from './i18n.ts';
import { normalizeLine, normalizeText } from './normalize.ts';
import { PHONE } from './phones.ts';
import { NOT_AN_ID, REQUIRED } from './refusal.ts';
import { isMissing, NOT_A_CHOICE, unlessMissing, worded } from './wording.ts';

// PostgreSQL stores neither NUL nor half of a surrogate pair, and nobody types either.
export const isWhole = (value: string) => !/\p{Surrogate}/u.test(value);
const isStorable = (value: string) => !value.includes('\u0000') && isWhole(value);

/** An id on the wire: an opaque string. */
export const id = z.uuid(unlessMissing(NOT_AN_ID));

/** How often a record has been changed. A form names the revision that it was opened with. */
export const revision = z.number().int();

/** A language of Waypost. */
export const locale = z.enum(Object.keys(locales) as [Locale, ...Locale[]], unlessMissing(NOT_A_CHOICE));

const typed = (normalize: (text: string) => string, absent: Message) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? t(absent) : undefined) })
    .refine(isStorable, worded(msg('this field has a character that cannot be stored')))
    .overwrite(normalize);

/** Text of one line as it was meant (`normalizeLine`), with the message for a missing one. */
export const text = (absent: Message = REQUIRED) => typed(normalizeLine, absent);

const atMost = (max: number) => ({
  error: () => t('this field can have at most {max} characters', { max: `${max}` }),
});

/** One line of text, trimmed; empty if left out. */
export const line = (max = 200) => text().max(max, atMost(max)).default('');

/** One line that is required. */
export const requiredLine = (max = 200, message: Message = REQUIRED) =>
  text(message).max(max, atMost(max)).min(1, worded(message));

/** Text of several lines (`normalizeText`), trimmed; empty if left out. */
export const multiline = (max: number) => typed(normalizeText, REQUIRED).max(max, atMost(max)).default('');

/** Text of several lines that is required. */
export const requiredMultiline = (max: number, message: Message = REQUIRED) =>
  typed(normalizeText, message).max(max, atMost(max)).min(1, worded(message));

/** Names from a list; none if left out. */
export const names = z
  .array(requiredLine())
  .max(200, worded(msg('choose at most 200')))
  .default([]);

/** Yes or no; no if left out. */
export const flag = z.boolean().default(false);

/** Degrees of latitude (90) or longitude (180); null before any lookup. */
export const degrees = (limit: number) => z.number().min(-limit).max(limit).nullable().default(null);

/** One name or several to filter a list by; any of them matches. An empty list matches everything. */
export const oneOrMany = z.union([requiredLine(), z.array(requiredLine()).max(200)]);

/** A graduation year to filter a list by. */
export const yearOrAll = z.union([z.number().int().min(1900).max(2200), z.literal('All')]);

/** Whether rich text is empty: only tags and what nobody can see. */
export const isBlank = (html: string) =>
  normalizeText(
    html
      // Not `<[^>]*>`: it would scan to the end from each `<`, which is quadratic if no `>` follows.
      .replace(/<[^<>]*>/g, '')
      .replace(/&nbsp;/g, ' '),
  ) === '';

const richTexts = new WeakSet<z.ZodType>();

/** Rich text as HTML that must not be empty. The server sanitizes it before it is saved. */
export function requiredRichText(max = 20_000, message: Message = REQUIRED) {
  const schema = typed(normalizeText, message)
    .max(max, { error: () => t('this text can have at most {max} characters', { max: `${max}` }) })
    .refine((html) => !isBlank(html), worded(message));
  richTexts.add(schema);
  return schema;
}

/** The names of a form's rich texts. */
export const richTextsOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  Object.keys(shape).filter((name) => richTexts.has(shape[name] as z.ZodType)) as (keyof Shape & string)[];

/** A value for each field of a form. */
export const eachField = <Shape extends z.ZodRawShape, Value>(
  { shape }: z.ZodObject<Shape>,
  give: (field: keyof Shape & string) => Value,
) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, give(field)])) as Record<
    keyof Shape & string,
    Value
  >;

export const email = requiredLine(254).pipe(z.email(worded(msg('must be a valid email address'))));

/** An email address; empty if left out. */
export const emailOrNone = z
  .union([z.literal(''), email], worded(msg('must be a valid email address')))
  .default('');

const NOT_A_PHONE = msg('must look like (000)000-0000');

/** A phone number (`PHONE`); empty if left out. */
export const phone = z
  .union([z.literal(''), z.string().regex(PHONE, worded(NOT_A_PHONE))], worded(NOT_A_PHONE))
  .default('');
export const requiredPhone = text().min(1, worded(REQUIRED)).regex(PHONE, worded(NOT_A_PHONE));

export const zip = text()
  .min(1, worded(REQUIRED))
  .regex(/^\d{5}(-\d{4})?$/, worded(msg('must be a ZIP code of five digits')));

export const NOT_A_DATE = msg('must be a date, MM/DD/YYYY');

/** A calendar date, YYYY-MM-DD: a date, not a moment, so no time zone may shift it. */
export const calendarDate = z.iso
  .date(unlessMissing(NOT_A_DATE))
  // The pattern accepts the year 0000, but PostgreSQL does not.
  .refine((date) => date === '' || date >= '1900-01-01', worded(NOT_A_DATE));

/** The same; empty if left out. */
export const dateOrNone = z.union([z.literal(''), calendarDate], worded(NOT_A_DATE)).default('');

/** A moment in UTC, ISO 8601. */
export const moment = z.iso.datetime();

/** A query parameter that carries JSON, URL-encoded (docs/behavior/access.md#input). */
export const jsonText = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return withoutEmptyFields(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: t('this is not JSON') });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A reply that names the outcome in one word. */
export const said = <const M extends [string, ...string[]]>(...words: M) =>
  z.object({ message: z.enum(words) });
