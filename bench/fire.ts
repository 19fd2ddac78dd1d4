import { type Agent, request } from 'node:http';
import type { Call } from '@waypost/contract/call';
import autocannon from 'autocannon';
import { SESSION_COOKIE } from '../server/src/platform/access/cookies.ts';

/** A request to send repeatedly. */
export interface Fired {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** The call's request with this session token. */
export function firing(call: Pick<Call, 'method' | 'path'>, input: object, token: string | undefined): Fired {
  const headers = {
    'accept-encoding': 'gzip',
    ...(token && { cookie: `${SESSION_COOKIE}=${token}` }),
    ...(call.method === 'POST' && { 'content-type': 'application/json' }),
  };
  if (call.method === 'POST')
    return { method: 'POST', path: call.path, body: JSON.stringify(input), headers };
  const query = new URLSearchParams(input as Record<string, string>).toString();
  return { method: 'GET', path: query ? `${call.path}?${query}` : call.path, headers };
}

/** Sends a request and reads its whole reply. Returns the reply's status and number of bytes. */
export function send(
  origin: string,
  { method, path, headers, body }: Fired,
  agent: Agent,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers, agent }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, bytes }));
      reply.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/**
 * Sends requests with this many concurrent callers after a warm-up; one request of each without a warm-up if `seconds` is
 * zero. Returns requests per second and latencies in milliseconds.
 */
export async function fireFor(seconds: number, origin: string, requests: Fired[], callers: number) {
  // Each caller sends its own share. Autocannon prepares all of a caller's requests before the first is answered, which
  // takes seconds if each caller has all of them, and counts as latency of the first ones.
  const shares = Array.from({ length: callers }, (_, caller) =>
    requests.filter((_, index) => index % callers === caller % requests.length),
  );
  let clients = 0;
  const options: autocannon.Options = {
    url: origin,
    connections: callers,
    requests: requests.slice(0, 1),
    // How often it checks whether the time is over, in milliseconds.
    sampleInt: 100,
    setupClient: (client) => client.setRequests(shares[clients++ % callers] ?? []),
  };
  if (seconds > 0) await autocannon({ ...options, duration: 1 });
  const result = await autocannon({
    ...options,
    ...(seconds > 0 ? { duration: seconds } : { amount: callers }),
  });
  if (result.non2xx || result.errors || result['2xx'] === 0)
    throw new Error(
      `${requests[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed, ${result.timeouts} of them for want of time`,
    );
  return { rate: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}
