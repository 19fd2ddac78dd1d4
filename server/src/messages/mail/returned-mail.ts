import { t } from '@waypost/contract/i18n';
import type { Pool } from 'pg';
import { listeners } from '../../platform/access/listeners.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Clock } from '../../platform/outside/clock.ts';
import { type Mail, type Mailer, MailNotSent } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { addNotices } from '../bell/queries.ts';
import { toNotice } from './notify.ts';
import { findReaders, STAFF, toAddressed } from './queries.ts';
import { isReturned, markReturned } from './returned-mail-queries.ts';

interface Needs {
  app: Pool;
  owner: Pool;
  clock: Clock;
  /** The queue for the mails that follow. It sends by this mailer, so it is started later. */
  post: () => MailContext;
}

/** An address returns its mail. */
export const addressReturned =
  listeners<[tx: Tx, post: MailContext, address: { clientId: string; email: string; now: Date }]>();

/**
 * A mailer that handles addresses that the mail server refuses permanently: it marks the address, tells staff, asks the
 * business for the evaluations that were requested there, and sends nothing more to it
 * (docs/behavior/mail.md#returned-mail).
 */
export function withReturnedMail(mailer: Mailer, { app, owner, clock, post }: Needs): Mailer {
  const mark = (clientId: string, email: string) => {
    const now = clock.now();
    return asSession(app, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      await markAndNotify(tx, { clientId, email, now });
      await addressReturned.tell(tx, post(), { clientId, email, now });
    });
  };
  return {
    send: async (mail: Mail, id) => {
      const { clientId, to } = mail;
      if (clientId === undefined) return mailer.send(mail, id);
      // Someone else may have been given the address in the meantime.
      if (await isReturned(owner, clientId, to)) return mark(clientId, to);
      try {
        await mailer.send(mail, id);
      } catch (error) {
        if (error instanceof MailNotSent && error.badAddress) await mark(clientId, to);
        throw error;
      }
    },
  };
}

async function markAndNotify(tx: Tx, address: { clientId: string; email: string; now: Date }): Promise<void> {
  const holders = await markReturned(tx, address);
  if (holders.length === 0) return;
  const { clientId } = address;
  const kind = 'returned';
  const staff = await findReaders(tx, { clientId, kind, ids: [], staff: STAFF });
  await addNotices(
    tx,
    staff.flatMap((reader) =>
      forReader(toAddressed(reader), () =>
        holders.map(({ userId, name }) =>
          toNotice({ clientId, kind, about: userId }, reader.id, {
            subject: t('Email to {name} was returned: correct the address', { name }),
            paragraphs: [],
            button: { label: '', path: `/profile/view/${userId}` },
          }),
        ),
      ),
    ),
  );
}
