import { USER_HEADER } from '@waypost/contract/named-user';
import { vi } from 'vitest';

/** A request to the fake server. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  /** The user it is meant for; null if it names none. */
  user: string | null;
  /** Whether it is sent even if the page closes (`keepalive`). */
  keepalive: boolean;
}

/** The body of a reply, a refusal, or a function from the request to either. */
export type Answer = unknown | Refused | ((request: RecordedRequest) => unknown);

class Refused {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A refusal as the server sends it: problem details. */
export function refused(
  status: number,
  kind: string,
  detail: string,
  errors?: Record<string, string[]>,
): Refused {
  return new Refused(status, { type: `/problems/${kind}`, title: detail, status, detail, errors });
}

const BELL = '/api/getNotices';
const RETURNED = '/api/getReturnedMail';

/** A stream without events. */
class SilentStream extends EventTarget {
  close() {}
}

class Part {
  readonly rows: readonly unknown[];
  readonly total: number;

  constructor(rows: readonly unknown[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}

/** Part of a list, with the total number of rows. */
export const partOf = (total: number, rows: readonly unknown[]) => new Part(rows, total);

/**
 * Replaces the server in a screen test: answers each path as given, and returns the list of requests. A
 * request to any other path fails like a lost connection.
 */
export function answer(answers: Record<string, Answer>): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal('EventSource', SilentStream);
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    if (request.signal?.aborted) throw request.signal.reason;
    const url = new URL(address, 'http://waypost.test');
    const one: RecordedRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
      user: new Headers(request.headers).get(USER_HEADER),
      keepalive: request.keepalive ?? false,
    };
    // Every screen requests notices. Tests of other features need no answer for it.
    if (one.path === BELL && !Object.hasOwn(answers, BELL))
      return new Response(JSON.stringify({ unread: 0, notices: [] }));
    // Every profile requests returned mail. Tests of other features need no answer for it.
    if (one.path === RETURNED && !Object.hasOwn(answers, RETURNED)) return new Response('[]');
    requests.push(one);
    if (!Object.hasOwn(answers, one.path)) throw new TypeError(`nothing answers ${one.path}`);
    const given = answers[one.path];
    const reply: unknown = await (typeof given === 'function' ? given(one) : given);
    if (reply instanceof Part)
      return new Response(JSON.stringify(reply.rows), { headers: { 'X-Total-Count': `${reply.total}` } });
    const { status, body } = reply instanceof Refused ? reply : new Refused(200, reply);
    return new Response(JSON.stringify(body), { status });
  });
  return requests;
}
