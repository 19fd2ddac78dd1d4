import { msg, t } from './i18n.ts';
/** Every way a call can be refused, with its HTTP status (docs/behavior/access.md#refusals). */
export const refusals = {
  'invalid-input': { status: 400, title: msg('Check your form for errors') },
  'no-session': { status: 401, title: msg('Your user account is logged out, please log back in') },
  'not-allowed': { status: 403, title: msg('You don’t have permission to do this') },
  unapproved: { status: 403, title: msg('Your account is not approved yet') },
  unconfirmed: { status: 403, title: msg('Confirm your email first') },
  unfinished: { status: 403, title: msg('Your profile is not complete yet') },
  'new-password-needed': { status: 403, title: msg('Choose a new password first') },
  'second-factor-needed': { status: 403, title: msg('Set up two-step login first') },
  'not-found': { status: 404, title: msg('We couldn’t find this, or you don’t have access') },
  conflict: { status: 409, title: msg('This isn’t possible right now') },
  // The record was saved by someone else since the form was opened.
  'changed-meanwhile': { status: 409, title: msg('Someone else changed this meanwhile') },
  // Under the same key, something else was created before.
  'already-created': { status: 409, title: msg('This was saved already') },
  // The page that sent the call shows another user than the browser’s session.
  'someone-else': { status: 409, title: msg('Someone else is logged in here now') },
  'too-large': { status: 413, title: msg('File too large to upload') },
  'body-too-large': { status: 413, title: msg('Too much text to send') },
  'too-many': { status: 429, title: msg('Too many tries. Wait a moment and try again') },
  'our-fault': { status: 500, title: msg('Something went wrong') },
  unavailable: { status: 503, title: msg('Waypost is unavailable right now. Try again in a minute') },
  'outside-failure': { status: 502, title: msg('An outside service didn’t respond') },
} as const;

export type RefusalKind = keyof typeof refusals;

/** The messages of each wrong field, keyed by its path (`location.zip`). */
export type FieldErrors = Record<string, string[]>;

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly fields: FieldErrors | undefined;

  constructor(kind: RefusalKind, detail?: string, fields?: FieldErrors) {
    super(detail ?? t(refusals[kind].title));
    this.name = 'Refusal';
    this.kind = kind;
    this.fields = fields;
  }
}

/** Ends the call: rolls back its transaction and tells the caller why. */
export function refuse(kind: RefusalKind, detail?: string, fields?: FieldErrors): never {
  throw new Refusal(kind, detail, fields);
}

/** RFC 9457 problem details of a refusal. A plain type, so the browser's initial script needs no validator. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: FieldErrors;
}

export function toProblem(refusal: Refusal): Problem {
  const { status, title } = refusals[refusal.kind];
  const base = { type: `/problems/${refusal.kind}`, title: t(title), status, detail: refusal.message };
  return refusal.fields ? { ...base, errors: refusal.fields } : base;
}

/** The message for a value that is not an id. A screen shows it as an address that does not exist. */
export const NOT_AN_ID = msg('this is not an id');

/** The message of every required field that is empty (docs/behavior/access.md#input). */
export const REQUIRED = msg('this field is required');
