import { refuse } from '@waypost/contract/refusal';

declare const proof: unique symbol;

/** An object that the caller may access. Writes require it, and only `authorize` creates one. */
export type Authorized<T> = T & { readonly [proof]: 'authorized' };

/**
 * Returns the object if it exists and the rule allows this caller. Otherwise refuses with not found, so that nobody
 * learns which was the case.
 */
export function authorize<Caller, T>(
  caller: Caller,
  thing: T | undefined,
  isTheirs: (caller: Caller, thing: T) => boolean,
): Authorized<T> {
  if (thing === undefined || !isTheirs(caller, thing)) refuse('not-found');
  return thing as Authorized<T>;
}
