import { allCalls } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { callAccess } from '@waypost/contract/call-access';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { exceededBy } from './body.ts';
import { limitsOf, USUAL_LIMITS } from './body-limits.ts';

const posts = (Object.entries(allCalls) as [keyof typeof allCalls, Call][]).filter(
  ([, { method, carries }]) => method === 'POST' && carries !== 'multipart',
);

interface JsonSchema {
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maxItems?: number;
  maxLength?: number;
  type?: string;
}

/** The longest value that a schema describes, in characters of three bytes. */
function longest(schema: JsonSchema): unknown {
  const { anyOf, allOf, properties, items, maxItems, maxLength, type } = schema;
  if (anyOf) return anyOf.map(longest).sort((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (allOf) return Object.assign({}, ...allOf.map(longest));
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, longest(field)]));
  if (items) return Array(maxItems ?? 1).fill(longest(items));
  return type === 'string' && maxLength ? '語'.repeat(maxLength) : crypto.randomUUID();
}

const lengthOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test.each(posts)('%s can be sent at its longest', (_, call) => {
  const schema = z.toJSONSchema(call.sizedBy ?? call.input, { io: 'input', unrepresentable: 'any' });
  const body = JSON.stringify(longest(schema as JsonSchema));
  const { bytes, values } = limitsOf(call);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bytes);
  expect(exceededBy(body, { depth: 8, values })).toBeNull();
});

test('a stranger’s call never takes more than usual', () => {
  const open = posts.filter(([name]) => callAccess[name] === 'anyone');
  expect(open.length).toBeGreaterThan(5);
  for (const [name, call] of open) expect([name, limitsOf(call)]).toEqual([name, USUAL_LIMITS]);
});

test('no call takes more than 640 kB', () => {
  for (const [, call] of posts) expect(limitsOf(call).bytes).toBeLessThan(640 * 1024);
});
