import type { Tx } from '../database/connect.ts';
import type { Actor } from './actor.ts';
import { type AuditEvent, recordView } from './audit.ts';
import { spend } from './budgets.ts';
import { viewsAsStaff } from './ownership.ts';

/**
 * Records that staff or a business view a student's record. A business spends its budget of views; 429 if it is used
 * up.
 */
export async function recordStudentView(
  tx: Tx,
  actor: Actor,
  event: AuditEvent & { subject: { id: string; name: string } },
  at: Date,
): Promise<void> {
  if (actor.role !== 'Business' && !viewsAsStaff(actor)) return;
  const isNew = await recordView(tx, actor, event, at);
  if (isNew && !viewsAsStaff(actor)) await spend(tx, 'student views', actor.id, at);
}
