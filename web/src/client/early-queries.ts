import { callQuery } from './queries.ts';

/** What the page has asked for by itself, as the screens ask for it: each address is that of a call, and its input. */
export function earlyQueries() {
  return Object.keys(window.early ?? {}).map((address) => {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    return callQuery({ method: 'GET', path: pathname }, Object.fromEntries(searchParams));
  });
}
