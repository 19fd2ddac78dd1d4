import type { Address, Call } from '@waypost/contract/call';
import { currentLocale } from '@waypost/contract/i18n';
import { fileKey, takeCreationKey } from './creation-key.ts';
import { takeEarlyReply } from './early-replies.ts';
import { failureOf, isFailure, noConnection, outOfTime } from './failure.ts';
import { type FollowedSession, followSession } from './replaced-session.ts';
import { reportExpiredSession, reportRefusedUser, shownUser, userHeader } from './shown-user.ts';

/**
 * The parts of a call's definition that a request needs. A call of the contract has them all; its schemas
 * carry the types.
 */
export type Wire<In, Out> = Address & Partial<Pick<Call<In, Out>, 'input' | 'reply'>>;

/** In milliseconds (docs/behavior/client.md#time-limits). */
export const CALL_TIMEOUT_MS = 100_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Timeout in milliseconds; 100 000 by default. */
  timeout?: number | undefined;
  /** Sends it even if the page is left meanwhile. */
  keepalive?: boolean | undefined;
  /** Whom the call is meant for: by default the user that the page shows; null for the logged-in user. */
  user?: string | null;
}

export interface UploadOptions extends CallOptions {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Makes a call of the contract and returns its reply. Rejects with `CallFailed` for a refusal, a lost
 * connection or a timeout, and with the signal's reason if `signal` aborts it.
 */
export async function call<In, Out>(to: Wire<In, Out>, input: In, options: CallOptions = {}): Promise<Out> {
  return (await exchange(to, input, options)).reply;
}

/** The same for a paginated list: `total` is the number of rows in all pages. */
export async function callWithTotal<In, Row>(
  to: Wire<In, Row[]>,
  input: In,
  options: CallOptions = {},
): Promise<{ rows: Row[]; total: number }> {
  const { reply, headers } = await exchange(to, input, options);
  const counted = headers.get('X-Total-Count');
  return { rows: reply, total: counted === null ? reply.length : Number(counted) };
}

/** Uploads a file along with its call's fields. Rejects like `call`. */
export function uploadFile<In extends object, Out>(
  to: Wire<In, Out>,
  fields: In,
  file: Blob & { readonly name?: string },
  options: UploadOptions = {},
): Promise<Out> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, asText(value));
  // The fields come first, so the server knows what the file is before receiving it.
  form.append('fileupload', file, file.name ?? 'upload');
  return send<Out>(to.path, form, options, to.creates && fileKey(file));
}

/** The URL of a stored file's bytes, for `src` and `href`. */
export function fileAddress(file: { path: string }): string {
  return `/${file.path.replace(/^\/+/, '')}`;
}

/**
 * The URL of a GET, with its input as a query string, lists and objects as JSON
 * (docs/behavior/access.md#input).
 */
export function addressOf(path: string, input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    if (value !== undefined && value !== null) query.set(name, asText(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function exchange<In, Out>(to: Wire<In, Out>, input: In, options: CallOptions) {
  // Combined by hand, because `AbortSignal.any` is missing on phones that are still in use.
  const session = followSession(to.replacesSession ?? false);
  const creation = to.creates ? takeCreationKey(to.path) : null;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(outOfTime()), options.timeout ?? CALL_TIMEOUT_MS);
  const stop = () => end.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  try {
    const request = requestFor(to, input, end.signal, { ...options, headers: creation?.headers });
    const response = await (takeEarlyReply(request[0]) ?? fetch(...request));
    const body = parsed(await response.text());
    const refusal = response.ok ? null : refusalOf(response.status, body, session, options);
    if (!refusal || isFailure(refusal, 'already-created')) creation?.release();
    if (refusal) throw refusal;
    return { reply: body as Out, headers: response.headers };
  } catch (error) {
    if (end.signal.aborted) throw end.signal.reason;
    // `fetch` throws the same error for every network failure.
    throw error instanceof TypeError ? noConnection() : error;
  } finally {
    session.end();
    creation?.keep();
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

type MoreHeaders = Record<string, string> | undefined;

function requestFor<In, Out>(
  to: Wire<In, Out>,
  input: In,
  signal: AbortSignal,
  { keepalive = false, user = shownUser() ?? null, headers: more }: CallOptions & { headers: MoreHeaders },
): [string, RequestInit] {
  const base = {
    signal,
    keepalive,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Accept-Language': currentLocale(), ...userHeader(user) },
  } as const;
  if (to.method === 'GET') return [addressOf(to.path, input), base];
  const headers = { ...base.headers, ...more, 'Content-Type': 'application/json' };
  return [to.path, { ...base, method: 'POST', headers, body: JSON.stringify(input) }];
}

/**
 * Every unsuccessful reply passes here, so that no screen stays with another user's data. A refusal that is about a session
 * which this page has replaced meanwhile counts as canceled.
 */
export function refusalOf(
  status: number,
  body: unknown,
  session: FollowedSession,
  { user }: Pick<CallOptions, 'user'> = {},
): Error {
  const failed = failureOf(status, body);
  const isAboutSession = failed.kind === 'no-session' || failed.kind === 'someone-else';
  if (isAboutSession && session.isOutdated()) return new DOMException('replaced', 'AbortError');
  if (failed.kind === 'someone-else') reportRefusedUser();
  // Hours that wait for a connection are sent for their owner, who need not be at this page.
  if (failed.kind === 'no-session' && user === undefined) reportExpiredSession(failed);
  return failed;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

// Uses XMLHttpRequest, because `fetch` cannot report upload progress.
function send<Out>(path: string, body: FormData, options: UploadOptions, headers: MoreHeaders): Promise<Out> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress } = options;
    const session = followSession(false);
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const settle = (how: () => void) => {
      signal?.removeEventListener('abort', stop);
      how();
    };
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', currentLocale());
    for (const [name, value] of Object.entries({ ...userHeader(shownUser()), ...headers }))
      request.setRequestHeader(name, value);
    request.timeout = options.timeout ?? CALL_TIMEOUT_MS;
    request.upload.onprogress = (sent) => {
      if (sent.lengthComputable) onProgress?.(sent.loaded / sent.total);
    };
    request.onload = () =>
      settle(() => {
        const reply = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300) resolve(reply as Out);
        else reject(refusalOf(request.status, reply, session));
      });
    request.onerror = () => settle(() => reject(noConnection()));
    request.ontimeout = () => settle(() => reject(outOfTime()));
    request.onabort = () => settle(() => reject(signal?.reason));
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}
