import { issueLinks } from '../../messages/links/queries.ts';
import { notify } from '../../messages/mail/notify.ts';
import { doneBy, record } from '../../platform/access/audit.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { toAskedInstead } from './mails.ts';
import { lockReturnedEvaluations } from './queries.ts';

/**
 * Asks the business for the evaluations that an address was asked for, because mail to it comes back
 * (docs/behavior/mail.md#returned-mail). The links of the address stay valid, so that correcting it sends them again.
 */
export async function reassignReturned(
  tx: Tx,
  post: MailContext,
  address: { clientId: string; email: string; now: Date },
): Promise<void> {
  const { clientId, now } = address;
  for (const one of await lockReturnedEvaluations(tx, address)) {
    const { projectId, businessId, business: name, email, locale } = one;
    const link = { clientId, purpose: 'evaluation' as const, subjectId: projectId, accountId: businessId };
    const [token = ''] = await issueLinks(tx, [{ ...link, recipient: { name, email, locale } }], now);
    const details = { colleague: `${name} <${email}>`, because: 'returned mail' };
    const waypost = doneBy({ clientId, id: null, name: 'Waypost' });
    await record(tx, waypost, { action: 'pass on link', subject: { id: businessId, name }, details }, now);
    await notify(tx, post, { clientId, kind: 'reminder', to: [businessId] }, () =>
      toAskedInstead(one, token),
    );
  }
}
