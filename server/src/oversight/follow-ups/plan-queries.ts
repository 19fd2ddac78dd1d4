import {
  defaultHours,
  defaultPlans,
  isQuiet,
  type ReminderHours,
  type ReminderPlan,
  type ReminderPlans,
} from '@waypost/contract/oversight/follow-ups/reminders';
import { type FollowUpKind, followUpKinds } from '@waypost/contract/oversight/follow-ups/rules';
import { DEFAULT_ZONE, type TimeZone } from '@waypost/contract/school-system/settings/rules';
import { dayIn } from '@waypost/contract/time-zones';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import { reminderPlans } from '../../platform/database/tables/follow-ups.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { lockSettings } from '../../school-system/settings/queries.ts';

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

/** When a school system's reminders are sent, and in which time zone. */
export async function findReminderHours(
  tx: Tx,
  clientId: string,
): Promise<{ timeZone: TimeZone; hours: ReminderHours }> {
  const [row] = await tx.db
    .select({
      timeZone: settings.timeZone,
      hours: { from: settings.remindersFrom, until: settings.remindersUntil, days: settings.reminderDays },
    })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  return row ?? { timeZone: DEFAULT_ZONE, hours: defaultHours };
}

/** A school system's current day, and whether reminders are sent now. Used by every email that reminds. */
export async function findReminderTime(tx: Tx, clientId: string, now: Date) {
  const { timeZone, hours } = await findReminderHours(tx, clientId);
  return { timeZone, hours, today: dayIn(timeZone, now), quiet: isQuiet(hours, timeZone, now) };
}

export async function saveReminderHours(
  tx: Tx,
  clientId: string,
  { from, until, days }: ReminderHours,
): Promise<void> {
  await lockSettings(tx, clientId);
  await tx.db
    .update(settings)
    .set({ remindersFrom: from, remindersUntil: until, reminderDays: days })
    .where(eq(settings.clientId, clientId));
}

/** Everything about a school system's reminders, as its Admins see it. */
export async function findReminders(tx: Tx, clientId: string) {
  const plans = await findPlans(tx, clientId);
  const { hours } = await findReminderHours(tx, clientId);
  return { plans: followUpKinds.map((kind) => ({ kind, ...plans[kind] })), hours };
}
