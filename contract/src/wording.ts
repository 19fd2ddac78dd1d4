import type * as z from 'zod';
import { REQUIRED } from './refusal.ts';

type Issue = z.core.$ZodRawIssue;

/** Whether a field has no value. */
export const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** A schema's message for a wrong value; a missing one says that the field is required. */
export const unlessMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (isMissing(input) ? REQUIRED : message),
});

const kinds: Record<string, string> = {
  string: 'this field can only be text',
  number: 'this field can only be a number',
  int: 'this field can only be a whole number',
  boolean: 'this field can only be true or false',
  array: 'this field can only be a list',
  object: 'this can only be a group of fields',
  record: 'this can only be a group of fields',
};

export const NOT_A_CHOICE = 'this is not one of the choices';
const INVALID = 'this value is not valid';

/** The message of a field whose schema has none, instead of the validator's own English. */
export function wordIssue(issue: Issue): string {
  if (isMissing(issue.input)) return REQUIRED;
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? INVALID;
    case 'too_small':
      return bound(issue.origin, `at least ${issue.minimum}`);
    case 'too_big':
      return bound(issue.origin, `at most ${issue.maximum}`);
    case 'invalid_value':
    case 'invalid_union':
      return NOT_A_CHOICE;
    default:
      return INVALID;
  }
}

function bound(origin: string, limit: string): string {
  if (origin === 'string') return `this field can have ${limit} characters`;
  if (origin === 'array') return `this list can have ${limit} entries`;
  return `this field must be ${limit}`;
}
