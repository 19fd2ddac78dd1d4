import { type Locale, t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath } from '@waypost/contract/messages/links/rules';
import { capacityLines } from '../../messages/mail/capacity.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';

/** Asks somebody whether they supervise a placement. */
export const toSupervisorQuestion = (
  publicUrl: string,
  to: { email: string; locale: Locale },
  {
    token,
    projectId,
    student,
    title,
    business,
  }: Record<'token' | 'projectId' | 'student' | 'title' | 'business', string>,
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const intern = toPlainText(student);
    return toMail({
      to: to.email,
      reason: reasons.named(),
      subject: t('Please confirm that you supervise {intern}', { intern }),
      paragraphs: [
        t(
          'Please confirm that you supervise {intern} ({title}), or pass this on to the colleague who does.',
          {
            intern,
            title: toPlainText(title),
          },
        ),
        ...capacityLines([{ business }]),
      ],
      button: { label: t('Confirm or pass on'), url: publicUrl + linkPath(token) },
      footnotes: [t('You need no account.'), t('The link works for {days} days.', { days: LINK_DAYS })],
      thread: projectId,
    });
  });
