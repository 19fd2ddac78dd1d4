import { shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { nextDeletion } from '@waypost/contract/oversight/retention/rules';
import { dayIn } from '@waypost/contract/time-zones';
import type { ClientBase, Pool } from 'pg';
import { notify } from '../../messages/mail/notify.ts';
import { forEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { StudentKey } from '../../platform/database/student-rows.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findDueBy, findRetention, isStillDue, saveNextDeletion } from './queries.ts';

type RetentionContext = MailContext & { now: Date };
/** Erases a student unless, once the account is locked, they are not due anymore. */
type Erase = (student: StudentKey, isDue: (connection: ClientBase) => Promise<boolean>) => Promise<boolean>;

/**
 * Deletes the records that are due on a day that Admins were told of, and tells them of the next such day. Everything
 * happens once, however often and on however many servers it runs. Returns how many students were erased.
 */
export async function applyRetention(pool: Pool, erase: Erase, post: RetentionContext): Promise<number> {
  let erased = 0;
  await forEachClient(pool, post.now, async (clientId) => {
    const failures: unknown[] = [];
    for (const one of await findDueNow(pool, clientId, post.now))
      try {
        if (await erase(one, (connection) => isStillDue(connection, one))) erased += 1;
      } catch (error) {
        // A failure, such as locked rows, does not stop the other deletions. The next run tries again.
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
    await notifyOfNext(pool, clientId, post);
  });
  return erased;
}

const findDueNow = (pool: Pool, clientId: string, now: Date) =>
  asSession(pool, null, now, async (tx) => {
    await enterTenant(tx, clientId);
    const { years, next: day, timeZone } = await findRetention(tx, clientId);
    if (years === null || day === null || day > dayIn(timeZone, now)) return [];
    const ids = await findDueBy(tx, { clientId, years, timeZone, day });
    return ids.map((id) => ({ clientId, id, years, timeZone, day }));
  });

/** Once the last deletion is over, tells Admins at the bell when the next one is, if anybody is due by then. */
const notifyOfNext = (pool: Pool, clientId: string, { now, ...post }: RetentionContext) =>
  asSession(pool, null, now, async (tx) => {
    await enterTenant(tx, clientId);
    const { years, next, timeZone } = await findRetention(tx, clientId, { locked: true });
    const today = dayIn(timeZone, now);
    if (years === null || (next !== null && next > today)) return;
    const day = nextDeletion(today);
    const { length: n } = await findDueBy(tx, { clientId, years, timeZone, day });
    if (n > 0 || next !== null) await saveNextDeletion(tx, clientId, n > 0 ? day : null);
    if (n === 0) return;
    await notify(tx, post, { clientId, kind: 'records', to: [], notifiesStaff: true }, () => ({
      subject: t(
        '{n, plural, one {The record of 1 student} other {The records of # students}} will be deleted on {day}',
        { n, day: shownDate(day) },
      ),
      paragraphs: [],
      button: { label: t('Retention of records'), path: '/admin/retention' },
    }));
  });
