import { canMute, type MailKind } from '@waypost/contract/mail/rules';
import type { Tx } from '../database/connect.ts';
import { type Letter, toMail } from '../outside/letter.ts';
import type { Outside } from '../outside/outside.ts';
import { toPlainText } from './plain-text.ts';
import { findReaders, type Reader } from './queries.ts';

/** Something that people are told of by mail. Nobody stands for whoever is gone. */
export interface Event {
  clientId: string;
  kind: MailKind;
  to: readonly (string | null)[];
}

/** What one reader is told: the button leads to a screen, by its path. */
export type Told = Pick<Letter, 'subject' | 'paragraphs'> & { button: { label: string; path: string } };

/**
 * Puts a mail to each of these people into the queue, in the transaction of the change, in the words for them.
 * Who has switched this kind off, or is gone, gets none.
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
  // What somebody cannot switch off is not sent: staff, say, need no approval and hear of none.
  const readers = found.filter(({ role }) => canMute(role, kind));
  await jobs.sendMails(
    tx,
    readers.map((reader) => toNotification(publicUrl, reader.email, words(reader))),
  );
}

/**
 * A mail that can be switched off, and says where. It quotes what people typed, such as an opportunity's title, so only
 * its button leads anywhere.
 */
export function toNotification(publicUrl: string, to: string, { subject, paragraphs, button }: Told) {
  return toMail({
    to,
    subject: toPlainText(subject),
    paragraphs: paragraphs.map(toPlainText),
    button: { label: button.label, url: publicUrl + button.path },
    footnotes: [{ text: 'Choose which emails you get:', url: `${publicUrl}/password` }],
  });
}
