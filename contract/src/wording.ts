import type * as z from 'zod';
import { type Message, msg, t } from './i18n.ts';
import { REQUIRED } from './refusal.ts';

type Issue = z.core.$ZodRawIssue;

/** Whether a field has no value. */
export const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** A schema's message, in the language of the person who sent the value. */
export const worded = (message: Message) => ({ error: () => t(message) });

/** A schema's message for an invalid value; a missing one says that the field is required. */
export const unlessMissing = (message: Message) => ({
  error: ({ input }: { input?: unknown }) => t(isMissing(input) ? REQUIRED : message),
});

const kinds: Record<string, Message> = {
  string: msg('this field can only be text'),
  number: msg('this field can only be a number'),
  int: msg('this field can only be a whole number'),
  boolean: msg('this field can only be true or false'),
  array: msg('this field can only be a list'),
  object: msg('this can only be a group of fields'),
  record: msg('this can only be a group of fields'),
};

const atLeast: Record<string, Message> = {
  string: msg('this field can have at least {limit} characters'),
  array: msg('this list can have at least {limit} entries'),
};
const atMost: Record<string, Message> = {
  string: msg('this field can have at most {limit} characters'),
  array: msg('this list can have at most {limit} entries'),
};

export const NOT_A_CHOICE = msg('this is not one of the choices');
const INVALID = msg('this value is not valid');

/** The message of a field whose schema has none, instead of the validator's English. */
export function wordIssue(issue: Issue): string {
  if (isMissing(issue.input)) return t(REQUIRED);
  switch (issue.code) {
    case 'invalid_type':
      return t(kinds[issue.expected] ?? INVALID);
    case 'too_small':
      return t(atLeast[issue.origin] ?? msg('this field must be at least {limit}'), {
        limit: String(issue.minimum),
      });
    case 'too_big':
      return t(atMost[issue.origin] ?? msg('this field must be at most {limit}'), {
        limit: String(issue.maximum),
      });
    case 'invalid_value':
    case 'invalid_union':
      return t(NOT_A_CHOICE);
    default:
      return t(INVALID);
  }
}
