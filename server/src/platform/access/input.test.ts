import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { BusinessProfile, profileByRole, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { type Problem, Refusal } from '@waypost/contract/refusal';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { fieldsOf, fieldsOfCall, valueAt, withField } from '../../../testing/input-fields.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { sampleOf } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { aWorld, type World } from '../../../testing/world.ts';
import { readInput } from './input.ts';

const server = startTestServer();
const names = Object.keys(allCalls) as CallName[];
const callOf = (name: CallName) => allCalls[name] as Call;

let world: World;
beforeAll(async () => {
  world = await aWorld(server);
});

/** A call with its minimal input, in a separate world if it changes anything. */
async function anAttempt(name: CallName) {
  const own = callOf(name).changes ? await aWorld(server) : world;
  const minimal = minimalInputs(own)[name];
  const caller = minimal.as === 'visitor' ? server.visitor() : server.as(own[minimal.as]);
  const send = (input: unknown) => caller.send(callOf(name), input, minimal.file);
  return { status: 200, ...minimal, send };
}

/** The minimal input with `gap` in every optional field. */
function withGaps(name: CallName, input: object, gap: null | ''): unknown {
  const isLeftOut = (path: string[]) => {
    const group = valueAt(input, path.slice(0, -1));
    return typeof group === 'object' && group !== null && !((path.at(-1) ?? '') in group);
  };
  const left = fieldsOfCall(name).filter(isLeftOut);
  return left.reduce<unknown>((all, path) => withField(all, path, gap), input);
}

test.each(names)('%s accepts required fields only, the others omitted, null or empty', async (name) => {
  const { method, carries } = callOf(name);
  const isText = method === 'GET' || carries !== 'json';
  const gaps = isText ? [undefined, '' as const] : [undefined, null, '' as const];
  // In a sample, calls take turns.
  for (const gap of sampleOf(gaps, gaps.length, names.indexOf(name))) {
    const { input, send, status } = await anAttempt(name);
    const sent = gap === undefined ? input : withGaps(name, input, gap);
    const reply = await send(sent);
    const failure = reply.status === status ? '' : await reply.text();
    expect([sent, reply.status, failure]).toEqual([sent, status, '']);
  }
});

/** Required by the handler only the first time: settings that are saved again without them keep them. */
const neededAtFirst = ['default_password', 'logo'];

test.each(names)('the minimal input of %s has no optional field', (name) => {
  const whole = minimalInputs(world)[name].input;
  const [schema, input] =
    name === 'saveProfile' ? [BusinessProfile, Reflect.get(whole, 'profile')] : [callOf(name).input, whole];
  const needed = fieldsOf(schema).filter((path) => valueAt(input, path) !== undefined);
  for (const path of needed.filter(([field = '']) => !neededAtFirst.includes(field))) {
    const outcome = outcomeOf(schema, withField(input, path, undefined));
    expect([path, outcome]).toEqual([path, { errors: expect.anything() }]);
  }
});

/** The result of a schema for an input: the value, or its errors. */
function outcomeOf(schema: z.ZodType, input: unknown): unknown {
  try {
    return { value: readInput(schema, input) };
  } catch (error) {
    if (error instanceof Refusal) return { errors: error.fields };
    throw error;
  }
}

const schemas: [string, z.ZodType][] = [
  ...names.map((name): [string, z.ZodType] => [name, callOf(name).input]),
  ...Object.entries(profileByRole),
];

/** Messages of the validator or the framework. */
const foreign =
  /expected|received|invalid (input|option|string|element|key|number|ISO|email|UUID)|too (small|big)|unrecognized|multiple of|FST_/i;
/** Messages for a value of the wrong kind. */
const ofWrongKind = /can only be|not one of|not valid|this is not/;

test.each(schemas)('%s treats null and empty as omitted, in every field', (_, schema) => {
  for (const path of fieldsOf(schema)) {
    const absent = outcomeOf(schema, withField({}, path, undefined));
    expect([path, outcomeOf(schema, withField({}, path, null))]).toEqual([path, absent]);
    expect([path, outcomeOf(schema, withField({}, path, ''))]).toEqual([path, absent]);
  }
});

test.each(schemas)('%s names each missing field, also if all of them are missing', (_, schema) => {
  const outcomes = [undefined, null, '', {}].map((nothing) => outcomeOf(schema, nothing));
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  const { errors = {} } = outcomes[0] as { errors?: Record<string, string[]> };
  for (const [field, messages] of Object.entries(errors)) {
    expect([field, messages.length]).toEqual([field, 1]);
    expect([field, messages[0]]).toEqual([field, expect.not.stringMatching(ofWrongKind)]);
  }
});

test('a location that was not sent is missing in each of its fields', () => {
  const { errors } = outcomeOf(StudentProfile, {}) as { errors: Record<string, string[]> };
  const ofLocation = Object.keys(errors).filter((field) => field.startsWith('location'));
  expect(ofLocation).toEqual(['location.street', 'location.city', 'location.state', 'location.zip']);
});

const strange: unknown[] = [
  0,
  -1,
  5e-324,
  1e308,
  1e21,
  true,
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  '\ud800',
  'a\u0000b',
  ' ',
  'not a date',
  '0000-00-00',
  'x'.repeat(21_000),
];

const isAddressable = (value: unknown) =>
  typeof value !== 'string' || (value.length < 1000 && !value.includes('\ud800'));

describe.each(names.filter((name) => fieldsOfCall(name).length > 0))('%s', (name) => {
  const { input: schema, method } = callOf(name);
  // An address must be short and valid Unicode.
  const values = method === 'GET' ? strange.filter(isAddressable) : strange;

  test('replies to any value in any field with our own messages, and never fails', async () => {
    const { input, send } = await anAttempt(name);
    const all = fieldsOfCall(name).flatMap((path) => values.map((value) => withField(input, path, value)));
    // The number of values is no multiple of four, so each field gets others.
    const asked = sampleOf(all, 4);
    let refused = 0;
    for (const sent of asked) {
      const outcome = (
        name === 'saveProfile'
          ? outcomeOf(BusinessProfile, Reflect.get(Object(sent), 'profile'))
          : outcomeOf(schema, sent)
      ) as { errors?: Record<string, string[]> };
      for (const message of Object.values(outcome.errors ?? {}).flat())
        expect([sent, message]).toEqual([sent, expect.not.stringMatching(foreign)]);
      // Rejected input never gets past the schema, so a few examples are enough.
      if (outcome.errors && method === 'POST' && refused++ > 2) continue;
      const reply = await send(sent);
      const text = await reply.text();
      expect([sent, reply.status, text]).toEqual([sent, expect.toSatisfy((status) => status < 500), text]);
      if (reply.ok) continue;
      const { title, detail, errors } = JSON.parse(text) as Problem;
      for (const said of [title, detail, ...Object.values(errors ?? {}).flat()])
        expect([sent, said]).toEqual([sent, expect.not.stringMatching(foreign)]);
    }
  });
});
