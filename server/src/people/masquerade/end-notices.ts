import { t } from '@waypost/contract/i18n';
import { shownRecord } from '@waypost/contract/time-zones';
import { notify } from '../../messages/mail/notify.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import { claimUntold } from './queries.ts';

type Needs = MailContext & { now: Date };

/**
 * Tells people at the bell of ended masquerades as them, each once (docs/behavior/masquerade.md#afterwards). The transaction
 * must have entered the school system.
 */
export async function notifyEnded(tx: Tx, clientId: string, { now, ...context }: Needs): Promise<void> {
  const untold = await claimUntold(tx, clientId, now);
  if (untold.length === 0) return;
  const { timeZone } = await findDays(tx, clientId);
  for (const { userId, adminName, beganAt, endedAt } of untold)
    await notify(tx, context, { clientId, kind: 'masquerade', to: [userId] }, () => ({
      subject: t('{name} used your account to help you, from {from} to {until}', {
        name: adminName,
        from: shownRecord(timeZone, beganAt),
        until: shownRecord(timeZone, endedAt),
      }),
      paragraphs: [],
      button: { label: t('See your logins'), path: '/password' },
    }));
}
