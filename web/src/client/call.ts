import type { Call } from '@waypost/contract/call';
import { currentLocale } from '@waypost/contract/i18n';
import { takeEarly } from './early.ts';
import { failureOf, noConnection, outOfTime } from './failure.ts';

/** What making a call takes of its definition. A call of the contract is one; its schemas carry the types. */
export type Wire<In, Out> = Pick<Call<In, Out>, 'method' | 'path'> &
  Partial<Pick<Call<In, Out>, 'input' | 'reply'>>;

/** Milliseconds (docs/behavior/client.md#time-limits). */
export const CALL_TIMEOUT_MS = 100_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; 100 000 unless told otherwise. */
  timeout?: number | undefined;
}

export interface UploadOptions extends CallOptions {
  /** Told the share that has gone out, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Makes a call of the contract and gives its reply. A refusal, a lost connection and a call that takes
 * too long reject with `CallFailed`; one that was aborted by its `signal` with the signal's reason.
 */
export async function call<In, Out>(to: Wire<In, Out>, input: In, options: CallOptions = {}): Promise<Out> {
  return (await exchange(to, input, options)).reply;
}

/** The same for a list that is read page by page: `total` is how many rows there are in all. */
export async function callWithTotal<In, Row>(
  to: Wire<In, Row[]>,
  input: In,
  options: CallOptions = {},
): Promise<{ rows: Row[]; total: number }> {
  const { reply, headers } = await exchange(to, input, options);
  const counted = headers.get('X-Total-Count');
  return { rows: reply, total: counted === null ? reply.length : Number(counted) };
}

/** Sends one file beside its call's fields. Rejects as `call` does. */
export function uploadFile<In extends object, Out>(
  to: Wire<In, Out>,
  fields: In,
  file: Blob & { readonly name?: string },
  options: UploadOptions = {},
): Promise<Out> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, asText(value));
  // The file comes last, so that the server knows what it is before the first byte of it arrives.
  form.append('fileupload', file, file.name ?? 'upload');
  return send<Out>(to.path, form, options);
}

/** Where a stored file's bytes are, for `src` and `href`. */
export function fileAddress(file: { path: string }): string {
  return `/${file.path.replace(/^\/+/, '')}`;
}

/** The address of a GET: its input as a query, lists and objects as JSON text (docs/behavior/access.md#input). */
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
  // Put together by hand: `AbortSignal.any` is missing on telephones that are still in use.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(outOfTime()), options.timeout ?? CALL_TIMEOUT_MS);
  const stop = () => end.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  try {
    const request = requestFor(to, input, end.signal);
    const response = await (takeEarly(request[0]) ?? fetch(...request));
    const body = parsed(await response.text());
    if (!response.ok) throw failureOf(response.status, body);
    return { reply: body as Out, headers: response.headers };
  } catch (error) {
    if (end.signal.aborted) throw end.signal.reason;
    // `fetch` knows one error of its own, whatever went wrong on the way.
    throw error instanceof TypeError ? noConnection() : error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

function requestFor<In, Out>(to: Wire<In, Out>, input: In, signal: AbortSignal): [string, RequestInit] {
  const base = {
    signal,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Accept-Language': currentLocale() },
  } as const;
  if (to.method === 'GET') return [addressOf(to.path, input), base];
  const headers = { ...base.headers, 'Content-Type': 'application/json' };
  return [to.path, { ...base, method: 'POST', headers, body: JSON.stringify(input) }];
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

// `fetch` cannot tell how much of a body has gone out; an upload shows that.
function send<Out>(path: string, body: FormData, options: UploadOptions): Promise<Out> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress } = options;
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
    request.timeout = options.timeout ?? CALL_TIMEOUT_MS;
    request.upload.onprogress = (sent) => {
      if (sent.lengthComputable) onProgress?.(sent.loaded / sent.total);
    };
    request.onload = () =>
      settle(() => {
        const reply = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300) resolve(reply as Out);
        else reject(failureOf(request.status, reply));
      });
    request.onerror = () => settle(() => reject(noConnection()));
    request.ontimeout = () => settle(() => reject(outOfTime()));
    request.onabort = () => settle(() => reject(signal?.reason));
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}
