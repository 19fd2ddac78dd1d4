import { defaultHours, isQuiet, type ReminderHours } from '@waypost/contract/oversight/follow-ups/reminders';
import { DEFAULT_ZONE, type TimeZone } from '@waypost/contract/school-system/settings/rules';
import { dayIn } from '@waypost/contract/time-zones';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { lockSettings } from './queries.ts';

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
