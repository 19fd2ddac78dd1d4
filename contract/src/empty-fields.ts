/** The deepest level of an input that is read. No call nests deeper, and nested brackets cannot overflow the stack. */
export const MAX_DEPTH = 8;

/**
 * Returns an input without its null and '' fields. Missing, null and '' mean the same in every call: a schema either
 * fills in a default or says that the field is required.
 */
export function withoutEmptyFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutEmptyFields(item, depth + 1));
  const filled = Object.entries(value).filter(([, field]) => field !== null && field !== '');
  return Object.fromEntries(filled.map(([name, field]) => [name, withoutEmptyFields(field, depth + 1)]));
}
