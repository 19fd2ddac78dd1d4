import type { Call } from '@waypost/contract/call';
import { USER_HEADER } from '@waypost/contract/named-user';
import type { Problem } from '@waypost/contract/refusal';
import type { FastifyInstance } from 'fastify';
import { SESSION_COOKIE } from '../src/platform/access/cookies.ts';

/** The error for a refused call, as the caller sees it. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(`${status} ${problem.type}: ${problem.detail} ${JSON.stringify(problem.errors ?? {})}`);
    this.status = status;
    this.problem = problem;
  }
}

export interface TestFile {
  name: string;
  content: Uint8Array;
}

/** A test client: makes calls over HTTP, or without a network to an application in this process, and keeps its cookies. */
export class Caller {
  readonly #server: string | FastifyInstance;
  readonly #cookies = new Map<string, string>();
  #headers: Record<string, string> = {};

  constructor(server: string | FastifyInstance, token?: string) {
    this.#server = server;
    if (token) this.#cookies.set(SESSION_COOKIE, token);
  }

  /** The `Cookie` header of the next request. */
  get cookie(): string | undefined {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? pairs.join('; ') : undefined;
  }

  /** Another client with the same cookies. */
  copy(): Caller {
    const copy = new Caller(this.#server);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  /** Another client with the same cookies, like a page that shows this user (`nameUser`). */
  naming(user: string): Caller {
    return this.sending({ [USER_HEADER]: user });
  }

  /** Another client with the same cookies, which sends these headers with each request. */
  sending(headers: Record<string, string>): Caller {
    const copy = this.copy();
    copy.#headers = headers;
    return copy;
  }

  /** The reply, checked against its schema; throws `Refused`. */
  async call<In, Out>(call: Call<In, Out>, input: NoInfer<In>, file?: TestFile): Promise<Out> {
    const response = await this.send(call, input, file);
    if (!response.ok) throw new Refused(response.status, (await response.json()) as Problem);
    return call.reply.parse(await response.json());
  }

  /** The refusal of the call. Fails if the call succeeds. */
  async refusal<In, Out>(call: Call<In, Out>, input: unknown, file?: TestFile): Promise<Refused> {
    const response = await this.send(call, input, file);
    if (response.ok) throw new Error(`${call.path} was not refused: ${await response.text()}`);
    return new Refused(response.status, (await response.json()) as Problem);
  }

  /** The raw response, for what a type cannot express. */
  async send(call: Call<never, unknown> | Call, input: unknown, file?: TestFile): Promise<Response> {
    const values = (input ?? {}) as Record<string, unknown>;
    if (call.carries === 'multipart')
      return this.fetch(call.path, { method: 'POST', body: toForm(values, file) });
    if (call.method === 'POST')
      return this.fetch(call.path, {
        method: 'POST',
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
      });
    const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
    return this.fetch(`${path}${path === call.path ? toQuery(values) : ''}`, {});
  }

  /** Sends any request with this caller's session. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie) headers.set('cookie', this.cookie);
    for (const [name, value] of Object.entries(this.#headers)) headers.set(name, value);
    // Compressing would only take time. Tests of compression ask for it.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    const response =
      typeof this.#server === 'string'
        ? await fetch(this.#server + path, { ...init, headers, redirect: 'manual' })
        : await inject(this.#server, path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return response;
  }
}

async function inject(app: FastifyInstance, url: string, init: { headers: Headers } & RequestInit) {
  const { method = 'GET', body, headers } = init;
  const reply = await app.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: Object.fromEntries(headers),
    ...(body && { payload: body as string | FormData }),
  });
  const lines = Object.entries(reply.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new Response(reply.body === '' ? null : Uint8Array.from(reply.rawPayload), {
    status: reply.statusCode,
    headers: lines,
  });
}

function toQuery(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )}`;
}

function toForm(values: Record<string, unknown>, file: TestFile | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, String(value));
  if (file) form.set('fileupload', new Blob([Uint8Array.from(file.content)]), file.name);
  return form;
}
