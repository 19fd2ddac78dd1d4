import { withoutEmptyFields } from '@waypost/contract/empty-fields';
import { type FieldErrors, refuse } from '@waypost/contract/refusal';
import { isMissing, wordIssue } from '@waypost/contract/wording';
import * as z from 'zod';

/**
 * Parses the input. Refuses with 400 and our own messages for each invalid field. A missing group of fields gets a
 * message for each of its fields.
 */
export function readInput<T>(schema: z.ZodType<T>, sent: unknown): T {
  const read = schema.safeParse(withGroups(schema, withoutEmptyFields(sent)), { error: wordIssue });
  if (read.success) return read.data;
  const fields: FieldErrors = {};
  for (const { path, message } of read.error.issues) {
    const field = path.join('.');
    fields[field] = [...new Set([...(fields[field] ?? []), message])];
  }
  return refuse('invalid-input', undefined, fields);
}

/** Adds each group of fields that the schema requires, empty if it was not sent. */
function withGroups(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodIntersection)
    return withGroups(schema.def.right, withGroups(schema.def.left, value));
  if (schema instanceof z.ZodDiscriminatedUnion) return isMissing(value) ? {} : value;
  if (!(schema instanceof z.ZodObject)) return value;
  if (isMissing(value)) return withGroups(schema, {});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const groups = Object.entries(schema.shape).map(([name, field]) => [
    name,
    withGroups(field, Reflect.get(value, name)),
  ]);
  return { ...value, ...Object.fromEntries(groups.filter(([, group]) => group !== undefined)) };
}
