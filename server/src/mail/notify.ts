import { t } from '@waypost/contract/i18n';
import { canMute, type MailKind } from '@waypost/contract/mail/rules';
import type { Holder } from '../access/sessions.ts';
import type { Tx } from '../database/connect.ts';
import type { CalendarEntry } from '../outside/calendar.ts';
import type { Jobs } from '../outside/jobs.ts';
import { type Letter, toMail } from '../outside/letter.ts';
import type { Mail } from '../outside/mail.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { toPlainText } from './plain-text.ts';
import { findReaders, findReadersOf, type Reader, toAddressed } from './queries.ts';

/** An event that people are mailed about. A deleted reader is null. */
export interface Event {
  clientId: string;
  kind: MailKind;
  to: readonly (string | null)[];
}

/** One reader's mail; the button links to a screen by its path. */
export type Told = Pick<Letter, 'subject' | 'paragraphs'> & {
  button: { label: string; path: string };
  footnotes?: { text: string; path: string }[];
  calendar?: CalendarEntry;
};

/**
 * Queues a mail to each of these people, in the transaction of the change, in their language. Skips people who turned
 * off this kind or were deleted.
 */
export async function notify(
  tx: Tx,
  { jobs, publicUrl }: Pick<Outside, 'jobs' | 'publicUrl'>,
  { clientId, kind, to }: Event,
  words: (reader: Reader) => Told,
): Promise<void> {
  const ids = to.filter((id) => id !== null);
  if (ids.length === 0) return;
  const found = await findReaders(tx, { clientId, kind, ids });
  // Only kinds that a role can turn off are sent to it; staff, for example, need no approval and get no mail about it.
  const readers = found.filter(({ role }) => canMute(role, kind));
  await jobs.sendMails(
    tx,
    readers.map((reader) =>
      forReader(toAddressed(reader), () => toNotification(publicUrl, reader.email, words(reader))),
    ),
  );
}

/** Queues mails about a person's account, which cannot be turned off, in the holder's language. */
export async function mailHolder(
  tx: Tx,
  jobs: Jobs,
  holder: Holder,
  write: () => readonly Mail[],
): Promise<void> {
  const readers = await findReadersOf(tx, [holder]);
  for (const mail of forReader(readers(holder.userId), write)) await jobs.sendMail(tx, mail);
}

/**
 * A mail that can be turned off, with a link to do so. It quotes user input, such as an opportunity's title, so only
 * its button is a link.
 */
export function toNotification(
  publicUrl: string,
  to: string,
  { subject, paragraphs, button, footnotes = [], calendar }: Told,
): Mail {
  const mail = toMail({
    to,
    subject: toPlainText(subject),
    paragraphs: paragraphs.map(toPlainText),
    button: { label: button.label, url: publicUrl + button.path },
    footnotes: [...footnotes, { text: t('Choose which emails you get:'), path: '/password' }].map(
      ({ text, path }) => ({ text, url: publicUrl + path }),
    ),
  });
  return calendar ? { ...mail, calendar } : mail;
}
