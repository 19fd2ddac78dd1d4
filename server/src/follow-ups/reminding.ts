import { createHash } from 'node:crypto';
import type { FollowUpKind } from '@waypost/contract/follow-ups/rules';
import { type Locale, t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/links/rules';
import type { Tx } from '../database/connect.ts';
import { issueLinks, type NewLink } from '../links/queries.ts';
import { notify, type Told } from '../mail/notify.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { findReaders } from '../mail/queries.ts';
import { toMail } from '../outside/letter.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { claimPeople, type FollowUpRow, noteReminders } from './queries.ts';

/** A person to remind, with their follow-ups. */
interface Addressee {
  email: string;
  name: string;
  locale: Locale;
  /** Null for a supervisor, who has none. */
  accountId: string | null;
  rows: FollowUpRow[];
}

interface Reminded {
  people: number;
  /** Who had been reminded on that day already. */
  already: number;
}

/**
 * Reminds everybody for whom these wait: one email each, in which every line has a link that works. Nobody gets a second one
 * on the same day, whether staff or the job reminds, on any number of servers.
 */
export async function remind(
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  clientId: string,
  rows: readonly FollowUpRow[],
  { now, today }: { now: Date; today: string },
): Promise<Reminded> {
  const all = await findAddressees(tx, clientId, rows);
  const people = await claimToday(tx, clientId, today, all);
  for (const one of people) await write(tx, post, clientId, one, now);
  const noted = new Map(people.flatMap((one) => one.rows).map((row) => [row.id, row]));
  if (noted.size > 0) await noteReminders(tx, clientId, [...noted.values()], now);
  return { people: people.length, already: all.length - people.length };
}

/** Claims the day's reminder for these people. Returns those who had none yet that day. */
export async function claimToday<One extends { email: string }>(
  tx: Tx,
  clientId: string,
  today: string,
  people: readonly One[],
): Promise<One[]> {
  const hashes = people.map(({ email }) => hashOf(email));
  const claimed = new Set(
    (await claimPeople(tx, clientId, today, hashes)).map((hash) => hash.toString('hex')),
  );
  return people.filter((_, index) => claimed.has(hashes[index]?.toString('hex') ?? ''));
}

const hashOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest();

/** Whom these wait for: an evaluation for the placement's supervisor, everything else for the student or the business. */
async function findAddressees(tx: Tx, clientId: string, rows: readonly FollowUpRow[]): Promise<Addressee[]> {
  const ids = [...new Set(rows.flatMap(({ studentId, businessId }) => [studentId, businessId]))].filter(
    (id) => id !== null,
  );
  const found = await findReaders(tx, { clientId, kind: 'reminder', ids, tellsStaff: false });
  const readers = new Map(found.map((reader) => [reader.id, reader]));
  const all = new Map<string, Addressee>();
  const add = (row: FollowUpRow, to: Omit<Addressee, 'rows'>) => {
    const key = to.email.toLowerCase();
    const known = all.get(key) ?? { ...to, rows: [] };
    known.rows.push(row);
    // A person with an account also gets the notification.
    all.set(key, known.accountId === null ? { ...known, accountId: to.accountId } : known);
  };
  for (const row of rows)
    for (const party of row.waitsOn) {
      const reader = readers.get((party === 'student' ? row.studentId : row.businessId) ?? '');
      if (!reader || (party !== 'student' && party !== 'business')) continue;
      const { email, locale } = reader;
      if (row.kind === 'evaluation' && row.supervisorEmail)
        add(row, { email: row.supervisorEmail, name: row.supervisorName ?? '', locale, accountId: null });
      else add(row, { email, name: '', locale, accountId: reader.id });
    }
  for (const one of all.values()) {
    const own = found.find(({ email }) => email.toLowerCase() === one.email.toLowerCase());
    if (own) one.accountId = own.id;
  }
  return [...all.values()];
}

/** Where each is done: by a link without an account where there is one, else on its screen. */
export async function pathsOf(
  tx: Tx,
  clientId: string,
  { email, name, locale, rows }: Omit<Addressee, 'accountId'>,
  now: Date,
): Promise<Map<string, string>> {
  const recipient = { name, email, locale };
  const hours = rows.find(({ kind }) => kind === 'hours');
  const linked: [string[], NewLink][] = [];
  // One link has all hours of a business.
  if (hours?.businessId)
    linked.push([
      rows.filter(({ kind }) => kind === 'hours').map(({ id }) => id),
      {
        ...{
          clientId,
          purpose: 'hours',
          subjectId: hours.businessId,
          accountId: hours.businessId,
          recipient,
        },
      },
    ]);
  for (const { kind, id, subjectId, businessId: accountId } of rows)
    if (kind === 'evaluation' && accountId)
      linked.push([[id], { ...{ clientId, purpose: 'evaluation', subjectId, accountId, recipient } }]);
  const tokens = await issueLinks(
    tx,
    linked.map(([, link]) => link),
    now,
  );
  return new Map([
    ...rows.map(({ id, kind, subjectId }): [string, string] => [id, screens[kind](subjectId)]),
    ...linked.flatMap(([ids, _], index) =>
      ids.map((id): [string, string] => [id, linkPath(tokens[index] ?? '')]),
    ),
  ]);
}

const screens: Record<FollowUpKind, (id: string) => string> = {
  offer: (id) => `/application/view/${id}`,
  agreement: (id) => `/project/${id}/agreement`,
  hours: () => '/interns/viewall?pending=true',
  'hours sent back': (id) => `/project/${id}/hours`,
  evaluation: (id) => `/evaluation/new/${id}`,
  'final work': (id) => `/project/${id}/summary`,
};

async function write(
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  clientId: string,
  one: Addressee,
  now: Date,
): Promise<void> {
  const paths = await pathsOf(tx, clientId, one, now);
  const [first, ...rest] = one.rows;
  if (!first) return;
  const pathOf = (row: FollowUpRow) => paths.get(row.id) ?? '/default';
  const letter = (): Told => ({
    subject:
      rest.length === 0
        ? t('Reminder: {what}', { what: sentences[first.kind](first) })
        : t('Reminder: {n} things are waiting for you', { n: one.rows.length }),
    paragraphs: [
      t('{n, plural, one {This is} other {These are}} still waiting for you:', { n: one.rows.length }),
      ...one.rows.map((row) => sentences[row.kind](row)),
    ],
    button: { label: sentences[first.kind](first), path: pathOf(first) },
    footnotes: rest.map((row) => ({ text: `${sentences[row.kind](row)}:`, path: pathOf(row) })),
  });
  if (one.accountId !== null) {
    const event = { clientId, kind: 'reminder', to: [one.accountId] } as const;
    return notify(tx, post, event, () => ({ ...letter(), atBell: screens[first.kind](first.subjectId) }));
  }
  const mail = forReader({ locale: one.locale, you: 'usted' }, () => {
    const { subject, paragraphs, button, footnotes = [] } = letter();
    return toMail({
      to: one.email,
      subject: toPlainText(subject),
      paragraphs: paragraphs.map(toPlainText),
      button: { label: toPlainText(button.label), url: post.publicUrl + button.path },
      footnotes: footnotes.map(({ text, path }) => ({ text: toPlainText(text), url: post.publicUrl + path })),
    });
  });
  await post.jobs.sendMail(tx, mail);
}

const intern = ({ studentFirstName, studentLastName }: FollowUpRow) =>
  shortName(studentFirstName, studentLastName) || t('A former student');

/** What is to be done, as its doer reads it. A business's emails name students by first name and initial. */
export const sentences: Record<FollowUpKind, (row: FollowUpRow) => string> = {
  offer: ({ business, title }) => t('Answer the offer of {business}: {title}', { business, title }),
  agreement: ({ title }) => t('Sign the training agreement: {title}', { title }),
  hours: (row) => t('Approve the hours of {name}', { name: intern(row) }),
  'hours sent back': ({ title }) => t('Correct the hours that were sent back: {title}', { title }),
  evaluation: (row) => t('Evaluate {name}: {title}', { name: intern(row), title: row.title }),
  'final work': ({ title }) => t('Hand in your final work: {title}', { title }),
};
