import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Call, ListCall } from '@waypost/contract/call';
import build from 'fast-json-stringify';
import * as z from 'zod';

/**
 * Up to this length, a list is serialized at once. A longer one is sent in chunks of this many rows, with other calls
 * in between.
 */
export const ROWS_IN_ONE_GO = 100;

/**
 * Serializes a call's reply by its schema, so that it contains only fields in the contract. Much faster than parsing
 * the reply, and drops exactly the same fields.
 */
export function stringifier(call: Call): (reply: unknown) => string | Readable {
  if (call.reply instanceof z.ZodArray) return ofList(compile(call.reply), compile(call.reply.element));
  const options = call.reply instanceof z.ZodUnion ? call.reply.options : [];
  const thing = options.find((option) => !isNothing(option));
  // `X or []` is decided by looking at the value, because the serializer would validate every reply to find out.
  if (options.length === 2 && options.some(isNothing) && thing) {
    const stringify = compile(thing);
    return (reply) => (Array.isArray(reply) ? '[]' : stringify(reply));
  }
  return compile(call.reply);
}

/** Serializes a whole list, batch by batch. The first batch has been read already. */
export function stringifyBatches({ whole }: ListCall) {
  const row = compile(whole);
  return async function* (
    first: IteratorResult<readonly unknown[]>,
    rest: AsyncIterable<readonly unknown[]>,
  ): AsyncGenerator<string> {
    let before = '[';
    const toText = (rows: readonly unknown[]) => {
      const text = rows.map(row).join(',');
      if (text === '') return text;
      const separated = before + text;
      before = ',';
      return separated;
    };
    if (!first.done) yield toText(first.value);
    for await (const rows of rest) yield toText(rows);
    yield before === '[' ? '[]' : ']';
  };
}

type Stringify = (value: unknown) => string;

const ofList = (whole: Stringify, row: Stringify) => (rows: unknown) =>
  Array.isArray(rows) && rows.length > ROWS_IN_ONE_GO ? Readable.from(inPieces(rows, row)) : whole(rows);

async function* inPieces(rows: readonly unknown[], stringify: Stringify): AsyncGenerator<string> {
  for (let from = 0; from < rows.length; from += ROWS_IN_ONE_GO) {
    const piece = rows.slice(from, from + ROWS_IN_ONE_GO).map((row) => stringify(row));
    yield `${from === 0 ? '[' : ','}${piece.join(',')}`;
    await setImmediate();
  }
  yield ']';
}

const isNothing = (schema: unknown) => schema instanceof z.ZodArray && schema.element instanceof z.ZodNever;

/** By schema: calls share some, and every app of a process shares all. */
const compiled = new WeakMap<object, Stringify>();

function compile(schema: z.core.$ZodType): Stringify {
  const known = compiled.get(schema);
  if (known) return known;
  const stringify = build(z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output' }) as object);
  compiled.set(schema, stringify);
  return stringify;
}
