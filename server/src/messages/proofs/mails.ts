import { type Locale, type Message, t } from '@waypost/contract/i18n';
import { CODE_MINUTES, showCode } from '@waypost/contract/messages/proofs/rules';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';

/** A code, at the other address of a person who acts by link. */
export const toCodeMail = (
  to: { email: string; locale: Locale },
  {
    code,
    title,
    school,
    thread,
  }: { code: string; title: Message; school: string; thread: string | undefined },
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const about = { code: showCode(code), title: t(title), school: toPlainText(school) };
    return toMail({
      to: to.email,
      reason: reasons.named(),
      thread,
      subject: t('Your code: {code}', about),
      paragraphs: [t('{code} is your code for “{title}” ({school}).', about)],
      footnotes: [
        t('It works for {minutes} minutes.', { minutes: String(CODE_MINUTES) }),
        t('If you did not ask for it, call {school}: someone else has your link.', about),
      ],
    });
  });
