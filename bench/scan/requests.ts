import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { fieldsOfCall, valueAt, withField } from '../../server/testing/input-fields.ts';
import { minimalInputs } from '../../server/testing/minimal-inputs.ts';
import type { World } from '../../server/testing/world.ts';
import type { Role } from './target.ts';

/** A valid request of a call, with every field for which a value is known. */
export interface SampleRequest {
  name: CallName;
  as: Role;
  method: Call['method'];
  /** With the query of a GET. */
  path: string;
  /** The JSON body of a POST. */
  body?: object;
}

/**
 * A request for each call. Uploads are left out: no scanner here fills in a file that the server would accept, so their
 * fields are never reached.
 */
export function requestsOf(world: World, only: readonly string[] = []): SampleRequest[] {
  const minimal = minimalInputs(world);
  return (Object.keys(minimal) as CallName[])
    .filter((name) => only.length === 0 || only.includes(name))
    .flatMap((name) => {
      const call = allCalls[name] as Call;
      if (call.carries === 'multipart') return [];
      const input = filled(call, name, minimal[name].input, world);
      const { method } = call;
      const path = call.path.replace(/:(\w+)/g, (_, field) =>
        encodeURIComponent(String(valueAt(input, [field]))),
      );
      const isQuery = method === 'GET' && path === call.path;
      return [
        {
          name,
          as: minimal[name].as,
          method,
          path: isQuery ? path + toQuery(input) : path,
          ...(method === 'POST' && { body: input }),
        },
      ];
    });
}

/** A query can contain JSON, whose text is then injected into as well. */
export const FILTER = JSON.stringify({ search: 'boat' });

/** Adds each field that the minimal input leaves out, if one of the known values is valid for it. */
function filled(call: Call, name: CallName, least: object, world: World): object {
  // Use values that match rows.
  const known: Record<string, unknown> = {
    email: world.student.email,
    search: 'Ada',
    password: 'wrong',
    filter: FILTER,
    phone: '(410)555-0100',
    state: 'MD',
    zip: '21401',
    graduation_year: 2027,
    years: 5,
  };
  let input: unknown = least;
  for (const path of fieldsOfCall(name)) {
    if (valueAt(input, path) !== undefined) continue;
    const field = path.at(-1) ?? '';
    const texts = ['ada', '1', '2026-03-02', world.student.id, 'true'];
    const values = [known[field], ...texts, ...(call.method === 'POST' ? [1, true, [], {}] : [])];
    const tried = values.filter((value) => value !== undefined).map((value) => withField(input, path, value));
    input =
      tried.find((one) => issuesAt(call, one, path).length === 0) ?? listed(call, tried[0], path) ?? input;
  }
  return input as object;
}

/** The first of the values that the rejection of this input lists for the field. */
function listed(call: Call, rejected: unknown, path: string[]): unknown {
  for (const issue of issuesAt(call, rejected, path))
    if (issue.code === 'invalid_value') return withField(rejected, path, issue.values[0]);
  return undefined;
}

function issuesAt(call: Call, input: unknown, path: string[]) {
  const issues = call.input.safeParse(input).error?.issues ?? [];
  return issues.filter((issue) => path.every((part, index) => String(issue.path[index] ?? part) === part));
}

function toQuery(input: object): string {
  const fields = Object.entries(input).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
}
