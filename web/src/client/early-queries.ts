import { callQuery } from './queries.ts';

/** The page's early requests as queries like the screens use: the call for each URL, with its input. */
export function earlyQueries() {
  return Object.keys(window.early ?? {}).map((address) => {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    return callQuery({ method: 'GET', path: pathname }, Object.fromEntries(searchParams));
  });
}
