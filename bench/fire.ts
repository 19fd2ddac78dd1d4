import type { Call } from '@waypost/contract/call';
import autocannon from 'autocannon';
import { SESSION_COOKIE } from '../server/src/platform/access/pipeline.ts';

/** A request to send repeatedly. */
export interface Fired {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
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

/**
 * Sends requests with this many concurrent callers after a warm-up. Returns requests per second and latencies
 * in milliseconds.
 */
export async function fireFor(seconds: number, origin: string, requests: Fired[], callers: number) {
  let clients = 0;
  const options: autocannon.Options = {
    url: origin,
    connections: callers,
    requests,
    // Each caller starts at a different place in the list, so that no two are the same person.
    setupClient: (client) => {
      if (requests.length < 2) return;
      const from = Math.floor(((clients++ % callers) * requests.length) / callers);
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: seconds });
  if (result.non2xx || result.errors)
    throw new Error(
      `${requests[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed, ${result.timeouts} of them for want of time`,
    );
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
