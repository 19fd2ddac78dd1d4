import { t } from '@waypost/contract/i18n';
import { NOT_AN_ID, type Problem, type RefusalKind, refusals } from '@waypost/contract/refusal';

/** Why a call failed: refused by the server, timed out, or no connection. */
export type FailureKind = RefusalKind | 'no-connection' | 'out-of-time' | 'unknown';

/**
 * A failed call. `message` is a sentence for the user. `problem` is the server's reply, undefined if there
 * was none (no connection, timeout).
 */
export class CallFailed extends Error {
  readonly kind: FailureKind;
  readonly problem: Problem | undefined;

  constructor(kind: FailureKind, message: string, problem?: Problem) {
    super(message);
    this.name = 'CallFailed';
    this.kind = kind;
    this.problem = problem;
  }

  /** The server's messages for each invalid field, by path (`location.zip`). */
  get fields(): Record<string, string[]> {
    return this.problem?.errors ?? {};
  }
}

export function isFailure(error: unknown, kind: FailureKind): error is CallFailed {
  return error instanceof CallFailed && error.kind === kind;
}

/** Whether nothing with this id exists, or the id is invalid. */
export function isMissing(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed)) return false;
  return error.kind === 'not-found' || Object.values(error.fields).flat().includes(t(NOT_AN_ID));
}

/** Thrown by a screen whose URL refers to nothing. */
export const missing = () => failureOf(refusals['not-found'].status, null);

/** Interprets any unsuccessful response, including those of proxies. */
export function failureOf(status: number, body: unknown): CallFailed {
  const problem = asProblem(body) ?? { type: '', title: '', status, detail: '' };
  const kind = kindOf(problem.type) ?? kindOfStatus(status);
  const known = kind === 'unknown' ? undefined : refusals[kind];
  const message = problem.detail || problem.title || known?.title || t('Something went wrong');
  return new CallFailed(kind, t(message), { ...problem, title: t(problem.title || message) });
}

export const noConnection = () =>
  new CallFailed('no-connection', t('We couldn’t reach Waypost. Check your connection and try again.'));

export const outOfTime = () =>
  new CallFailed('out-of-time', t('Waypost took too long to answer. Try again in a moment.'));

function asProblem(body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null) return null;
  const { type, title, status, detail, errors } = body as Record<string, unknown>;
  if (typeof type !== 'string' || typeof title !== 'string' || typeof status !== 'number') return null;
  const details = { type, title, status, detail: typeof detail === 'string' ? detail : '' };
  return isFieldErrors(errors) ? { ...details, errors } : details;
}

function isFieldErrors(errors: unknown): errors is Record<string, string[]> {
  return typeof errors === 'object' && errors !== null && Object.values(errors).every(Array.isArray);
}

function kindOf(type: string): RefusalKind | null {
  const name = type.split('/').at(-1) ?? '';
  return isRefusalKind(name) ? name : null;
}

function isRefusalKind(name: string): name is RefusalKind {
  return Object.hasOwn(refusals, name);
}

// For a proxy's own error page, only the status is usable.
function kindOfStatus(status: number): RefusalKind | 'unknown' {
  if (status === 401) return 'no-session';
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'too-many';
  if (status === 503) return 'unavailable';
  return status === 500 ? 'our-fault' : 'unknown';
}
