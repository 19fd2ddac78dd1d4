const SUFFIX = /^(jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i;

/**
 * `Torres, Maya` and `Maya Ann Torres` as a first and a last name. A suffix stays with the last name: `Omar King, Jr.`,
 * `Omar King Jr.`, `King, Omar, Jr.` and `King, Jr., Omar` are all Omar, King Jr. A semicolon counts as a comma.
 */
export function splitName(name: string): { first_name: string; last_name: string } {
  const parts = name
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const suffix = parts.slice(1).find((part) => SUFFIX.test(part));
  const [before = '', ...after] = parts.filter((part) => part !== suffix);
  const withSuffix = (last: string) => [last, suffix].filter(Boolean).join(' ');
  if (after.length > 0) return { first_name: after.join(' '), last_name: withSuffix(before) };
  const words = before.split(/\s+/);
  const ownSuffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? 2 : 1;
  const last = words.length > 1 ? words.splice(-ownSuffix).join(' ') : '';
  // `King, Jr.` has no first name, and the form says so.
  if (last === '' && suffix) return { first_name: '', last_name: withSuffix(before) };
  return { first_name: words.join(' '), last_name: withSuffix(last) };
}
