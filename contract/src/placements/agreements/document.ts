import { firstGrapheme } from '../../graphemes.ts';
import { type Message, msg } from '../../i18n.ts';
import type { SigningMethod, StoredStatus } from './rules.ts';

/** What a signed document is worth today (docs/behavior/agreements.md#signed-document). */
export const documentStates = ['valid', 'superseded', 'void'] as const;
export type DocumentState = (typeof documentStates)[number];

/** A superseded version has no `closedBy`; a void one names the staff member who voided it. */
export function documentStateOf(agreement: { status: StoredStatus; closedBy: string }): DocumentState {
  if (agreement.status === 'signed') return 'valid';
  return agreement.closedBy === '' ? 'superseded' : 'void';
}

/** Letters and digits that are hard to confuse when copying a code from paper. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Sixty bits: too many to guess. */
export const CODE_BYTES = 12;

/** The code of a document from random bytes, in groups of four: 7K2M-04QX-9TRB. */
export const codeFrom = (random: Uint8Array): string =>
  inGroups([...random].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join(''));

/** Normalizes a typed code: lower case, no hyphens, O for 0. */
export const normalCode = (typed: string): string =>
  inGroups(
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  );

const inGroups = (letters: string) => letters.replace(/(.{4})(?=.)/g, '$1-');

/** The first letter of each part of a name: M. O. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s\u2010-\u2015-]+/u)
    .map((part) => firstGrapheme(/[\p{L}\p{N}].*/su.exec(part)?.[0] ?? ''))
    .filter((letter) => letter !== '')
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ');

/** How the document says that a signer was identified. */
export const identifiedBy: Record<SigningMethod, Message> = {
  account: msg('Typed their name while logged in to their own account'),
  link: msg('Typed their name on a page, opened by a link that was emailed to {sentTo}'),
  paper: msg('Signed a printed copy, which {recordedBy} recorded for the school on {day}'),
};
