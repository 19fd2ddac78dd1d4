import type { Actor } from '../access/actor.ts';
import { spend } from '../access/budgets.ts';
import type { Tx } from '../database/connect.ts';

/**
 * Counts an email that someone asks Waypost to send to a person without an account, whose address anyone can type in.
 * Refuses with 429 after too many from one account, or from all together (docs/behavior/budgets.md).
 */
export async function spendEmailTo(tx: Tx, email: string, by: Actor, now: Date): Promise<void> {
  const address = email.trim().toLowerCase();
  await spend(tx, 'emails to an address', `${by.id} ${address}`, now);
  await spend(tx, 'emails to an address from everywhere', address, now);
}
