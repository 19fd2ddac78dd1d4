import type { Call } from '@waypost/contract/call';
import build from 'fast-json-stringify';
import * as z from 'zod';

/**
 * How a call's reply becomes text: by its schema, so that nothing leaves which the contract does not name.
 * Far quicker than parsing the reply first, and as strict about what it strips.
 */
export function stringifier(call: Call): (reply: unknown) => string {
  const options = call.reply instanceof z.ZodUnion ? call.reply.options : [];
  const thing = options.find((option) => !isNothing(option));
  // `X or []` is asked for by what arrived: letting the stringifier find out would validate every reply.
  if (options.length === 2 && options.some(isNothing) && thing) {
    const stringify = compile(thing);
    return (reply) => (Array.isArray(reply) ? '[]' : stringify(reply));
  }
  return compile(call.reply);
}

const isNothing = (schema: unknown) => schema instanceof z.ZodArray && schema.element instanceof z.ZodNever;

function compile(schema: unknown): (reply: unknown) => string {
  return build(z.toJSONSchema(schema as z.ZodType, { target: 'openapi-3.0', io: 'output' }) as object);
}
