import { foldText } from '../../fold.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { normalizeLine } from '../../normalize.ts';

/** What an erasure deletes, in the order in which it is shown. `audit`: entries that remain without the name. */
export const erasedKinds = [
  'applications',
  'interviews',
  'placements',
  'hours',
  'reflections',
  'evaluations',
  'agreements',
  'files',
  'guardians',
  'consents',
  'contact log',
  'notes',
  'links',
  'notices',
  'mails',
  'other',
  'audit',
] as const;
export type ErasedKind = (typeof erasedKinds)[number];

const words: Record<ErasedKind, Message> = {
  applications: msg('{n, plural, one {# application} other {# applications}}'),
  interviews: msg('{n, plural, one {# interview} other {# interviews}}'),
  placements: msg('{n, plural, one {# placement} other {# placements}}'),
  hours: msg('{n, plural, one {# entry of hours} other {# entries of hours}}'),
  reflections: msg('{n, plural, one {# reflection} other {# reflections}}'),
  evaluations: msg('{n, plural, one {# evaluation} other {# evaluations}}'),
  agreements: msg('{n, plural, one {# agreement} other {# agreements}}'),
  files: msg('{n, plural, one {# file} other {# files}}'),
  guardians: msg('{n, plural, one {# guardian} other {# guardians}}'),
  consents: msg('{n, plural, one {# decision about consent} other {# decisions about consent}}'),
  'contact log': msg('{n, plural, one {# contact log entry} other {# contact log entries}}'),
  notes: msg('{n, plural, one {# note} other {# notes}}'),
  links: msg('{n, plural, one {# emailed link} other {# emailed links}}'),
  notices: msg('{n, plural, one {# notification} other {# notifications}}'),
  mails: msg('{n, plural, one {# email in the queue} other {# emails in the queue}}'),
  other: msg('{n, plural, one {# smaller record} other {# smaller records}}, such as answers and details'),
  audit: msg(
    'The name in {n, plural, one {# entry of the audit trail} other {# entries of the audit trail}}, which stay without it',
  ),
};

/** How much of one kind an erasure deletes, as a line of its preview. */
export const erasedLine = ({ kind, count }: { kind: ErasedKind; count: number }): string =>
  t(words[kind], { n: count });

const plain = (name: string) => foldText(normalizeLine(name));

/** Whether the typed text is this name (`foldText`). Ignores repeated spaces. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name);

/** How many days before the erasure of a school system it is announced. Until then, it can be stopped. */
export const CLIENT_ERASURE_DAYS = 14;

/** Why an erasure is refused if the typed name does not match. */
export const NOT_THE_NAME = msg('type the name exactly as it is shown');
