import {
  defaultPlans,
  type ReminderPlan,
  type ReminderPlans,
} from '@waypost/contract/oversight/follow-ups/reminders';
import { type FollowUpKind, followUpKinds } from '@waypost/contract/oversight/follow-ups/rules';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import { reminderPlans } from '../../platform/database/tables/follow-ups.ts';
import { findReminderHours } from '../../school-system/settings/reminder-queries.ts';

/** A school system's plans, with the default for each kind that it has not changed. */
export async function findPlans(tx: Tx, clientId: string): Promise<ReminderPlans> {
  const changed = await tx.db.select().from(reminderPlans).where(eq(reminderPlans.clientId, clientId));
  const plans = { ...defaultPlans };
  for (const { kind, clientId: _, ...plan } of changed) if (kind in plans) plans[kind] = plan;
  return plans;
}

const fields = ['reminds', 'first', 'every', 'last', 'escalates', 'escalate', 'escalates_to'] as const;

/** Saves the plan of a kind. The default has no row, so that it may change with Waypost. */
export async function savePlan(
  tx: Tx,
  clientId: string,
  kind: FollowUpKind,
  plan: ReminderPlan,
): Promise<void> {
  if (fields.every((field) => `${plan[field]}` === `${defaultPlans[kind][field]}`))
    await tx.db
      .delete(reminderPlans)
      .where(and(eq(reminderPlans.clientId, clientId), eq(reminderPlans.kind, kind)));
  else
    await tx.db
      .insert(reminderPlans)
      .values({ clientId, kind, ...plan })
      .onConflictDoUpdate({ target: [reminderPlans.clientId, reminderPlans.kind], set: plan });
}

/** Everything about a school system's reminders, as its Admins see it. */
export async function findReminders(tx: Tx, clientId: string) {
  const plans = await findPlans(tx, clientId);
  const { hours } = await findReminderHours(tx, clientId);
  return { plans: followUpKinds.map((kind) => ({ kind, ...plans[kind] })), hours };
}
