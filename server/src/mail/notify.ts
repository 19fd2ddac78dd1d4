import { t } from '@waypost/contract/i18n';
import { canMute, type MailKind } from '@waypost/contract/mail/rules';
import type { Tx } from '../database/connect.ts';
import { type Letter, toMail } from '../outside/letter.ts';
import type { Outside } from '../outside/outside.ts';
import { toPlainText } from './plain-text.ts';
import { findReaders, type Reader } from './queries.ts';

/** Something that people are told by mail. A reader who was deleted is null. */
export interface Event {
  clientId: string;
  kind: MailKind;
  to: readonly (string | null)[];
}

/** One reader's mail; the button links to a screen by its path. */
export type Told = Pick<Letter, 'subject' | 'paragraphs'> & { button: { label: string; path: string } };

/**
 * Queues a mail to each of these people, in the transaction of the change, with the text for them. Skips people who
 * muted this kind or were deleted.
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
  // Only kinds that a role can mute are sent to it; staff, for example, need no approval and get no mail about it.
  const readers = found.filter(({ role }) => canMute(role, kind));
  await jobs.sendMails(
    tx,
    readers.map((reader) => toNotification(publicUrl, reader.email, words(reader))),
  );
}

/**
 * A mail that can be muted, and says where. It quotes what people typed, such as an opportunity's title, so only its
 * button is a link.
 */
export function toNotification(publicUrl: string, to: string, { subject, paragraphs, button }: Told) {
  return toMail({
    to,
    subject: toPlainText(subject),
    paragraphs: paragraphs.map(toPlainText),
    button: { label: button.label, url: publicUrl + button.path },
    footnotes: [{ text: t('Choose which emails you get:'), url: `${publicUrl}/password` }],
  });
}
