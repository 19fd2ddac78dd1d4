import type { Tx } from '../database/connect.ts';
import type { Actor } from './actor.ts';
import { type Deed, recordLook } from './audit.ts';
import { spend } from './budgets.ts';
import { looksAsStaff } from './ownership.ts';

/**
 * Records that staff or a business view a student's record. A business spends its budget of views; 429 if it is used
 * up.
 */
export async function recordStudentLook(
  tx: Tx,
  actor: Actor,
  deed: Deed & { subject: { id: string; name: string } },
  at: Date,
): Promise<void> {
  if (actor.role !== 'Business' && !looksAsStaff(actor)) return;
  const isNew = await recordLook(tx, actor, deed, at);
  if (isNew && !looksAsStaff(actor)) await spend(tx, 'student views', actor.id, at);
}
