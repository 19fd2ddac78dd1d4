import type { Call } from '@waypost/contract/call';
import * as z from 'zod';

/** How much JSON is read for a call. */
export interface BodyLimits {
  bytes: number;
  /** Values, including lists and objects: each costs as much as many characters. */
  values: number;
}

/** For every call whose input can't be larger. A program may send fields that no call reads. */
export const USUAL_LIMITS: BodyLimits = { bytes: 64 * 1024, values: 1000 };

/** What the largest input that a call accepts can take, but at least `USUAL_LIMITS`. */
export function limitsOf({ input, sizedBy = input }: Pick<Call, 'input' | 'sizedBy'>): BodyLimits {
  const { bytes, values } = sizeOf(sizedBy);
  return { bytes: Math.max(bytes, USUAL_LIMITS.bytes), values: Math.max(values, USUAL_LIMITS.values) };
}

/** Of a number, a date, an id or one of a few words, with its separators. */
const SHORT: BodyLimits = { bytes: 64, values: 1 };

/** A character takes up to three bytes, as many as `\"` and a few more. */
const BYTES_PER_CHARACTER = 3;

function sizeOf(schema: unknown): BodyLimits {
  if (schema instanceof z.ZodObject)
    return sum(
      Object.entries(schema.shape).map(([name, field]) =>
        add({ bytes: name.length + 4, values: 0 }, sizeOf(field)),
      ),
    );
  if (schema instanceof z.ZodArray) return times(mostOf(schema), sizeOf(schema.element));
  if (schema instanceof z.ZodUnion) return largest(schema.options.map(sizeOf));
  if (schema instanceof z.ZodIntersection) return add(sizeOf(schema.def.left), sizeOf(schema.def.right));
  if (schema instanceof z.ZodPipe) return sizeOf(schema.def.in);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return sizeOf(schema.unwrap());
  if (schema instanceof z.ZodString && schema.maxLength !== null)
    return { bytes: schema.maxLength * BYTES_PER_CHARACTER + 4, values: 1 };
  return SHORT;
}

/** How many entries a list may have. */
function mostOf({ def: { checks = [] } }: z.ZodArray): number {
  const limits = checks.map(({ _zod: { def } }) => (def as { maximum?: number }).maximum ?? 0);
  return Math.max(1, ...limits);
}

const add = (one: BodyLimits, other: BodyLimits): BodyLimits => ({
  bytes: one.bytes + other.bytes,
  values: one.values + other.values,
});
const sum = (all: BodyLimits[]) => all.reduce(add, SHORT);
const times = (count: number, { bytes, values }: BodyLimits): BodyLimits =>
  add(SHORT, { bytes: count * (bytes + 1), values: count * values });
const largest = (all: BodyLimits[]): BodyLimits => ({
  bytes: Math.max(...all.map(({ bytes }) => bytes)),
  values: Math.max(...all.map(({ values }) => values)),
});
