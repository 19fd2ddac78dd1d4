/** Levels of an input that are read: no call nests deeper, and nobody's brackets exhaust the stack. */
const MAX_DEPTH = 8;

/**
 * An input in which a field that is null or '' is left out: the three mean the same in every call, and a schema then
 * says either what stands in for the field (`default`) or that it is required.
 */
export function withoutEmptyFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutEmptyFields(item, depth + 1));
  const filled = Object.entries(value).filter(([, field]) => field !== null && field !== '');
  return Object.fromEntries(filled.map(([name, field]) => [name, withoutEmptyFields(field, depth + 1)]));
}
