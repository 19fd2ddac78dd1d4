import { type Locale, t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath } from '@waypost/contract/messages/links/rules';
import type { ConsentDecision } from '@waypost/contract/people/consents/rules';
import { notify } from '../../messages/mail/notify.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

/** Asks a guardian whether a student's information may be released. */
export const toConsentRequest = (
  publicUrl: string,
  to: { name: string; email: string; locale: Locale },
  {
    token,
    student,
    school,
    thread,
  }: { token: string; student: string; school: string; thread: string | undefined },
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const about = { student: toPlainText(student), school: toPlainText(school) };
    return toMail({
      to: to.email,
      reason: reasons.named(),
      subject: t('Please decide: information about {student}', about),
      paragraphs: [
        t(
          '{school} asks if it may share {student}’s details with businesses: read what is shared, and decide.',
          about,
        ),
        t('You decide as {name}, {student}’s parent or guardian.', { ...about, name: toPlainText(to.name) }),
      ],
      button: { label: t('Read and decide'), url: publicUrl + linkPath(token) },
      footnotes: [t('You need no account.'), t('The link works for {days} days.', { days: LINK_DAYS })],
      thread,
    });
  });

/** Tells staff at the bell what a guardian decided by a link. */
export const notifyStaff = (
  tx: Tx,
  post: MailContext,
  {
    clientId,
    decision,
    student: { id, name: student },
  }: { clientId: string; decision: ConsentDecision; student: { id: string; name: string } },
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'answer', to: [], about: id, notifiesStaff: true }, () => ({
    subject:
      decision === 'given'
        ? t('{student}’s information may be shared: a guardian consented', { student })
        : t('{student}’s information may not be shared: a guardian refused', { student }),
    paragraphs: [],
    button: { label: '', path: `/profile/view/${id}` },
  }));
