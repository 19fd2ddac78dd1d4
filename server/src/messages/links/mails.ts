import { type Locale, type Message, t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath } from '@waypost/contract/messages/links/rules';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { type Capacity, capacityLines } from '../mail/capacity.ts';
import { notify } from '../mail/notify.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';

interface Recipient {
  email: string;
  locale: Locale;
}

/** A link in a mail. */
interface Sent {
  token: string;
  title: Message;
  /** In which capacity its reader acts. */
  capacity: Capacity;
  /** The placement that it is about, if it is about one. */
  thread: string | undefined;
}

const worksFor = () => t('The link works for {days} days.', { days: LINK_DAYS });

/** What the link is for, and about whom. */
const subjectOf = (title: Message, capacity: Capacity) =>
  toPlainText(`${t(title)} · ${'guardianOf' in capacity ? capacity.guardianOf : capacity.business}`);

/** The link for a colleague to whom someone passed it on. */
export const toPassedOn = (
  publicUrl: string,
  to: Recipient,
  { token, title, from, capacity, thread }: Sent & { from: string },
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () =>
    toMail({
      to: to.email,
      reason: reasons.named(),
      subject: subjectOf(title, capacity),
      paragraphs: [
        t('{name} passed this on to you.', { name: toPlainText(from) }),
        ...capacityLines([capacity]),
      ],
      button: { label: t(title), url: publicUrl + linkPath(token) },
      footnotes: [t('You need no account.'), worksFor()],
      thread,
    }),
  );

/** The new link that someone requested. */
export const toRenewed = (publicUrl: string, to: Recipient, { token, title, capacity, thread }: Sent): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () =>
    toMail({
      to: to.email,
      reason: reasons.named(),
      subject: subjectOf(title, capacity),
      paragraphs: [t('Here is the new link that you asked for.'), ...capacityLines([capacity])],
      button: { label: t(title), url: publicUrl + linkPath(token) },
      footnotes: [worksFor()],
      thread,
    }),
  );

/** The mail to staff about a link that went to the wrong person. */
export const toNotThem = (
  publicUrl: string,
  to: Recipient,
  { title, sentTo, who, path }: { title: Message; sentTo: string; who: string; path: string },
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () =>
    toMail({
      to: to.email,
      reason: reasons.account(),
      subject: t('A link reached the wrong person'),
      paragraphs: [
        t('A link that was sent to {email} (“{title}”) reached someone else, who wrote: {who}', {
          email: toPlainText(sentTo),
          title: t(title),
          who: toPlainText(who),
        }),
      ],
      button: { label: t('Check the address'), url: publicUrl + path },
      footnotes: [t('The link no longer works. Check the address and ask the right person.')],
    }),
  );

/** Tells staff at the bell that someone signed or decided under another name than the one on file. */
export const notifyOtherName = (
  tx: Tx,
  post: MailContext,
  { clientId, about, name, onFile, path }: Record<'clientId' | 'about' | 'name' | 'onFile' | 'path', string>,
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'wrong person', to: [], about, notifiesStaff: true }, () => ({
    subject: t('“{name}” signed or decided in place of {onFile}', { name, onFile }),
    paragraphs: [],
    button: { label: '', path },
  }));
