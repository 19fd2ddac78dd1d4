import * as z from 'zod';
import { whyNotPastDay } from '../../dates.ts';
import { calendarDate, flag, id, line, multiline, requiredLine, requiredMultiline } from '../../fields.ts';
import { clipText } from '../../graphemes.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { internshipTypes } from '../../opportunities/opportunities/rules.ts';
import { MOST_HOURS_A_WEEK } from '../../opportunities/opportunities/schedule.ts';
import { NOT_A_CHOICE, unlessMissing, worded } from '../../wording.ts';
import { parties, REASON_MAX, signingOrders } from './rules.ts';
import { unknownFields } from './template.ts';

const NOT_WEEKLY_HOURS = msg('must be a whole number from 1 to {most}');
const weeklyHours = { error: () => t(NOT_WEEKLY_HOURS, { most: String(MOST_HOURS_A_WEEK) }) };

/** The terms that are filled in before an agreement is sent. A draft may be incomplete, except for its dates. */
export const AgreementTermsInput = z
  .object({
    place: line(300),
    start_date: calendarDate,
    end_date: calendarDate,
    schedule: line(300),
    hours_per_week: z
      .number(weeklyHours)
      .int(weeklyHours)
      .min(1, weeklyHours)
      .max(MOST_HOURS_A_WEEK, weeklyHours)
      .nullable()
      .default(null),
    pay: line(300),
    duties: multiline(4000),
    goals: multiline(4000),
    supervisor: line(200),
    supervision: multiline(2000),
    hazardous: flag,
    guardian_signs: flag,
  })
  .superRefine(({ start_date, end_date }, context) => {
    if (start_date > end_date)
      context.addIssue({
        code: 'custom',
        path: ['end_date'],
        message: t('must not be before the first day'),
      });
  });
export type AgreementTermsInput = z.infer<typeof AgreementTermsInput>;

const TEMPLATE_MAX = 20_000;

/** How many unknown fields an error names, and how much of each. */
const NAMED = 3;
const NAMED_MAX = 40;

/** A template's text, for placements of a program and a kind of internship; empty matches any. */
export const TemplateInput = z.object({
  /** Left out for a new template. */
  _id: id.optional(),
  /** The version that its author saw; 0 for a new template. */
  version: z.number().int().min(0).default(0),
  program: line(),
  internship_type: z.enum([...internshipTypes, ''], worded(NOT_A_CHOICE)).default(''),
  body: requiredMultiline(TEMPLATE_MAX, msg('write the agreement’s text')).superRefine((body, context) => {
    const unknown = unknownFields(body);
    if (unknown.length > 0) context.addIssue({ code: 'custom', message: unknownFieldsMessage(unknown) });
  }),
});
export type TemplateInput = z.infer<typeof TemplateInput>;

function unknownFieldsMessage(unknown: readonly string[]): string {
  const named = unknown.slice(0, NAMED).map((name) => `[${clipText(name, NAMED_MAX)}]`);
  const [first = '', ...others] = named;
  if (others.length === 0) return t('{unknown} is not one of the fields', { unknown: first });
  const more = unknown.length - named.length;
  const list = named.join(', ');
  return more === 0
    ? t('these are not fields: {list}', { list })
    : t('these are not fields: {list}, and {more} more', { list, more });
}

/** How a school system has agreements signed. */
export const AgreementSettingsInput = z.object({
  signing_order: z.enum(signingOrders, unlessMissing(NOT_A_CHOICE)),
  hours_before_signed: z.boolean(),
  /** Whether signing and consenting by link also require a code. */
  second_proof: flag,
});
export type AgreementSettingsInput = z.infer<typeof AgreementSettingsInput>;

// The document's fonts have these letters; others are printed as boxes.
const PRINTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** The name of a signer, with at least one letter that the document can print, so that what is signed is printed. */
const signerName = (missing: Message) =>
  requiredLine(200, missing).refine(
    (name) => name === '' || PRINTED.test(name),
    worded(msg('add the name in Latin letters too, so that the document can print it')),
  );

/** A signature: the typed name, with the sentence that says what it means. */
export const SignatureInput = z.object({
  name: signerName(msg('type your full name')),
  agreed: z.literal(true, { error: () => t('check this box to sign electronically') }),
});

export type SignatureInput = z.infer<typeof SignatureInput>;

export const ReasonInput = z.object({ reason: requiredMultiline(REASON_MAX, msg('Give a reason')) });

/** A signature on paper, as staff record it. */
export const PaperInput = z.object({
  party: z.enum(parties, unlessMissing(NOT_A_CHOICE)),
  name: signerName(msg('who signed?')),
  signed_on: calendarDate,
  file_id: id.nullish(),
});
export type PaperInput = z.infer<typeof PaperInput>;

/** The form, validated on a day (YYYY-MM-DD): a signature cannot be in the future. */
export const paperOn = (today: string) =>
  PaperInput.superRefine(({ signed_on }, context) => {
    const message = whyNotPastDay(signed_on, today, 1);
    if (message) context.addIssue({ code: 'custom', path: ['signed_on'], message });
  });

/** The code of a signed document, as typed from the paper. */
export const CodeInput = z.object({ code: requiredLine(40) });
