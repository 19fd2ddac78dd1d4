import { t } from '@waypost/contract/i18n';
import { canMute, canNotice, type MailKind } from '@waypost/contract/messages/mail/rules';
import type { Holder } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { CalendarEntry } from '../../platform/outside/calendar.ts';
import type { Jobs } from '../../platform/outside/jobs.ts';
import { type Footnote, type Letter, toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { addNotices, type NewNotice } from '../bell/queries.ts';
import { toPlainText } from './plain-text.ts';
import { findReaders, findReadersOf, type Reader, STAFF, type StaffRole, toAddressed } from './queries.ts';
import { reasons } from './reasons.ts';

/** Something that people are notified of at the bell and by mail. A reader who was deleted is null. */
export interface Event {
  clientId: string;
  kind: MailKind;
  to: readonly (string | null)[];
  /** The account that the subject names, if it names one. */
  about?: string | null;
  /** Whether the school system's staff are notified as well, or only those of one role: at the bell alone. */
  notifiesStaff?: boolean | StaffRole;
}

/** What one reader is notified of, at the bell and by mail. The button links to a screen by its path. */
export type Notification = Pick<Letter, 'subject' | 'paragraphs' | 'thread'> & {
  button: { label: string; path: string };
  footnotes?: (string | { text: string; path: string })[];
  calendar?: CalendarEntry;
  /** Where the bell leads, if the button is a link that acts without an account. */
  atBell?: string;
};

/**
 * Notifies each of these people at the bell, and queues a mail to those who have not muted this kind, in the
 * transaction of the change. `words` returns the text for each reader, in their language.
 */
export async function notify(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  { clientId, kind, to, about = null, notifiesStaff = false }: Event,
  words: (reader: Reader) => Notification,
): Promise<void> {
  const ids = to.filter((id) => id !== null);
  if (ids.length === 0 && !notifiesStaff) return;
  const staff = notifiesStaff === true ? STAFF : notifiesStaff ? [notifiesStaff] : [];
  const found = await findReaders(tx, { clientId, kind, ids, staff });
  const mails: Mail[] = [];
  const added: NewNotice[] = [];
  for (const reader of found)
    forReader(toAddressed(reader), () => {
      // Staff, for example, need no approval and are not told of it.
      if (!canNotice(reader.role, kind)) return;
      const notification = words(reader);
      added.push(toNotice({ clientId, kind, about }, reader.id, notification));
      if (canMute(reader.role, kind) && !reader.isMuted)
        mails.push(
          toNotificationMail(publicUrl, reader.email, notification, { code: reader.stopCode, kind }),
        );
    });
  await addNotices(tx, added);
  await jobs.sendMails(tx, mails);
}

/** The same as a line at the bell, in the language of the current reader. */
export const toNotice = (
  { clientId, kind, about = null }: Pick<Event, 'clientId' | 'kind' | 'about'>,
  userId: string,
  { subject, button, atBell = button.path }: Notification,
): NewNotice => ({ clientId, userId, kind, text: subject, path: atBell, aboutId: about });

/** Queues mails about someone's account, which nobody can mute, in the holder's language. */
export async function mailHolder(
  tx: Tx,
  jobs: Jobs,
  holder: Holder,
  write: () => readonly Mail[],
): Promise<void> {
  const readers = await findReadersOf(tx, [holder]);
  for (const mail of forReader(readers(holder.userId), write)) await jobs.sendMail(tx, mail);
}

/** Where a kind of mail is turned off without a login. */
export const stopPath = (code: string, kind: MailKind): string =>
  `/unsubscribe/${code}/${encodeURIComponent(kind)}`;

/**
 * A mail that can be turned off, with a link to do so. It quotes user input, such as an opportunity's title, so only
 * its button is a link, and nothing in its calendar entry.
 */
export function toNotificationMail(
  publicUrl: string,
  to: string,
  { subject, paragraphs, button, footnotes = [], calendar, thread }: Notification,
  stop: { code: string; kind: MailKind },
): Mail {
  const mail = toMail({
    to,
    thread,
    subject: toPlainText(subject),
    paragraphs: paragraphs.map(toPlainText),
    button: { label: button.label, url: publicUrl + button.path },
    footnotes: toFootnotes(publicUrl, footnotes),
    reason: {
      text: t('You get this email because you have a Waypost account. Choose which emails you get:'),
      url: `${publicUrl}/password`,
    },
  });
  const unsubscribe = `${publicUrl}${stopPath(stop.code, stop.kind)}`;
  return { ...mail, unsubscribe, ...(calendar && { calendar: toPlainEntry(calendar) }) };
}

/** Calendar programs show the entry's text as mail programs do, and make links of it. */
const toPlainEntry = (entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  summary: toPlainText(entry.summary),
  place: toPlainText(entry.place),
  description: toPlainText(entry.description),
  organizer: toPlainText(entry.organizer),
});

/** The same to someone without an account. `code` turns off reminders to the address; undefined if there is none. */
export function toNamed(
  publicUrl: string,
  to: string,
  { subject, paragraphs, button, footnotes = [], thread }: Notification,
  code: string | undefined,
): Mail {
  const mail = toMail({
    to,
    thread,
    reason: reasons.named(),
    subject: toPlainText(subject),
    paragraphs: paragraphs.map(toPlainText),
    button: { label: toPlainText(button.label), url: publicUrl + button.path },
    footnotes: toFootnotes(publicUrl, footnotes),
  });
  return { ...mail, ...(code !== undefined && { unsubscribe: `${publicUrl}${stopPath(code, 'reminder')}` }) };
}

/** Footnotes whose links lead to a screen. */
const toFootnotes = (publicUrl: string, footnotes: NonNullable<Notification['footnotes']>): Footnote[] =>
  footnotes.map((note) =>
    typeof note === 'string'
      ? toPlainText(note)
      : { text: toPlainText(note.text), url: publicUrl + note.path },
  );
