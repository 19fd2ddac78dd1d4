import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Question {
  path: string;
  parameters: Record<string, string>;
  userAgent: string | undefined;
}

/** The service's reaction to a request: JSON, raw text with a status, or no response. */
export type Reply = { json: unknown } | { status: number; text?: string; location?: string } | 'silence';

/** A geocoding service on a free local port that replies as configured and records its requests. */
export async function aGeocodingService(answer: (question: Question) => Reply) {
  const questions: Question[] = [];
  let reply = answer;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const question = {
      path: pathname,
      parameters: Object.fromEntries(searchParams),
      userAgent: request.headers['user-agent'],
    };
    questions.push(question);
    send(response, reply(question));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    questions,
    close,
    fromNowOn: (next: (question: Question) => Reply) => {
      reply = next;
    },
  };
}

function send(response: ServerResponse, reply: Reply) {
  if (reply === 'silence') return;
  if ('json' in reply) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply.json));
    return;
  }
  if (reply.location !== undefined) response.setHeader('location', reply.location);
  response.writeHead(reply.status).end(reply.text ?? '');
}

/** A result in the commercial service's format. */
export function commercialReply(lat: number, lng: number, location_type = 'ROOFTOP'): Reply {
  return { json: { status: 'OK', results: [{ geometry: { location: { lat, lng }, location_type } }] } };
}

/** A result in the open map service's format. */
export function openMapReply(lat: string, lon: string, place_rank = 30): Reply {
  return { json: [{ lat, lon, place_rank, category: 'place', type: 'house' }] };
}
