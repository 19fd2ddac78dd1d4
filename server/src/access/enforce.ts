import { refuse } from '@waypost/contract/refusal';
import type { Actor } from './actor.ts';

declare const proof: unique symbol;

/** A thing that its caller may touch. Writes ask for it, and only `authorize` makes one. */
export type Authorized<T> = T & { readonly [proof]: 'authorized' };

/**
 * The thing, if it exists and the rule says it is this caller's; else not found, and nobody learns which.
 */
export function authorize<T>(
  actor: Actor,
  thing: T | undefined,
  isTheirs: (actor: Actor, thing: T) => boolean,
): Authorized<T> {
  if (thing === undefined || !isTheirs(actor, thing)) refuse('not-found');
  return thing as Authorized<T>;
}
