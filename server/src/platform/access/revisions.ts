import { refuse } from '@waypost/contract/refusal';

/**
 * 409 if the record was changed since the caller loaded it: its revision is no longer the one that the form names. Lock the
 * record first. A program that names no revision saves as before (docs/behavior/access.md#editing).
 */
export function requireRevision(stored: { revision: number }, named: number | undefined): void {
  if (named !== undefined && named !== stored.revision) refuse('changed-meanwhile');
}
