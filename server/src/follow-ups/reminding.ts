import { createHash } from 'node:crypto';
import { shownDate } from '@waypost/contract/dates';
import type { FollowUpKind } from '@waypost/contract/follow-ups/rules';
import { type Locale, t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/links/rules';
import type { Tx } from '../database/connect.ts';
import { toRequest } from '../evaluations/mails.ts';
import { findPlacementOf, issueLinks, type NewLink } from '../links/queries.ts';
import { type Notification, notify, toNamed } from '../mail/notify.ts';
import { findReaders } from '../mail/queries.ts';
import { findReturned } from '../mail/returned-queries.ts';
import { findStops, type Stop } from '../mail/stop-queries.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import type { DueMail, LastAsked } from './due.ts';
import type { FollowUpRow } from './queries.ts';
import {
  claimPeople,
  findClaimed,
  listAskedGuardians,
  listLastRequests,
  listLinkSigners,
  noteReminders,
} from './reminding-queries.ts';

/** Something to remind of, with the link for a person without an account. */
interface Item extends FollowUpRow {
  link?: Pick<NewLink, 'purpose' | 'subjectId' | 'accountId'>;
  /** Whether this is the first time that this person is asked. */
  isRequest?: boolean;
  /** Whether it has been waiting for someone else too long. */
  isTold?: boolean;
}

/** A person to remind, with their follow-ups. */
interface Addressee {
  /** The hash of the address, which identifies the person. */
  hash: string;
  email: string;
  name: string;
  locale: Locale;
  /** Null for a supervisor, guardian or signatory without an account. */
  accountId: string | null;
  getsMail: boolean;
  rows: Item[];
}

/** The mail due to a person, by what they heard before. `another`: it is waiting for someone else. */
type DueOf = (row: FollowUpRow, lastAsked: LastAsked, another: boolean) => DueMail | null;

/** Reminds the people that it is waiting for. */
const always: DueOf = (_row, _told, another) => (another ? null : 'reminder');

interface Reminded {
  /** The number of people who get an email. */
  people: number;
  /** The number who get none, because they muted reminders or their address returns mail. */
  no_email: number;
  /** The number who were already reminded that day. */
  already: number;
  /** The number left out because of the limit. */
  left: number;
  /** The number of follow-ups that they were reminded of. */
  entries: number;
}

/**
 * Reminds everyone that these are waiting for: one email each, with a working link in every line. Nobody gets a second
 * one on the same day, whether from staff or the job, on any number of servers.
 */
export async function remind(
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  clientId: string,
  rows: readonly FollowUpRow[],
  {
    now,
    today,
    most = Number.POSITIVE_INFINITY,
    dueOf = always,
  }: { now: Date; today: string; most?: number; dueOf?: DueOf },
): Promise<Reminded> {
  const all = await findAddressees(tx, clientId, rows, { now, today, dueOf });
  const hashes = all.map(({ hash }) => Buffer.from(hash, 'hex'));
  const claimed = toHex(await findClaimed(tx, clientId, today, hashes));
  const open = all.filter(({ hash }) => !claimed.has(hash));
  const chosen = open.slice(0, most);
  const people = await claimToday(tx, clientId, today, chosen);
  const withoutAccount = people.filter(({ accountId }) => accountId === null);
  const stops = await findStops(tx, clientId, withoutAccount);
  for (const one of withoutAccount) one.getsMail &&= !stops.get(one.hash)?.isMuted;
  // A person without an account has no bell, so only an email reaches them.
  const reached = people.filter(({ accountId, getsMail }) => accountId !== null || getsMail);
  for (const one of reached) await write(tx, post, clientId, { ...one, stop: stops.get(one.hash) }, now);
  const mailed = people.filter(({ getsMail }) => getsMail).length;
  return {
    ...{ people: mailed, no_email: people.length - mailed, already: all.length - open.length },
    left: open.length - chosen.length,
    entries: await note(tx, clientId, reached, now),
  };
}

/**
 * How many people a reminder of these will reach on a later day. Assumes that nobody was reminded that day, and that
 * everything is still open.
 */
export async function countReached(
  tx: Tx,
  clientId: string,
  rows: readonly FollowUpRow[],
  { now, today }: { now: Date; today: string },
): Promise<{ people: number; no_email: number }> {
  const all = await findAddressees(tx, clientId, rows, { now, today, dueOf: always });
  const withoutAccount = all.filter(({ accountId }) => accountId === null);
  const stops = await findStops(tx, clientId, withoutAccount);
  const mailed = all.filter(({ hash, getsMail }) => getsMail && !stops.get(hash)?.isMuted);
  return { people: mailed.length, no_email: all.length - mailed.length };
}

/** Records which follow-ups each person was reminded of; returns how many there are. A request is not a reminder. */
export async function note(
  tx: Tx,
  clientId: string,
  people: readonly Pick<Addressee, 'hash' | 'rows'>[],
  now: Date,
): Promise<number> {
  const noted = new Map<string, { row: FollowUpRow; people: string[] }>();
  for (const { hash, rows } of people)
    for (const row of rows.filter(({ isRequest }) => !isRequest))
      noted.set(row.id, { row, people: [...(noted.get(row.id)?.people ?? []), hash] });
  if (noted.size > 0) await noteReminders(tx, clientId, [...noted.values()], now);
  return noted.size;
}

/** Claims the day's reminder for these people. Returns those who had none yet that day. */
export async function claimToday<One extends { email: string }>(
  tx: Tx,
  clientId: string,
  today: string,
  people: readonly One[],
): Promise<One[]> {
  const hashes = people.map(({ email }) => Buffer.from(hashOf(email), 'hex'));
  const claimed = toHex(await claimPeople(tx, clientId, today, hashes));
  return people.filter(({ email }) => claimed.has(hashOf(email)));
}

/** The hash of an address, ignoring letter case. */
export const hashOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex');
const toHex = (hashes: readonly Buffer[]) => new Set(hashes.map((hash) => hash.toString('hex')));

/**
 * The people that these are waiting for. By link: the placement's supervisor for an evaluation or a confirmation,
 * guardians for a consent, guardians and signatories for an agreement. Otherwise the student or the business.
 */
export async function findAddressees(
  tx: Tx,
  clientId: string,
  rows: readonly FollowUpRow[],
  { now, today, dueOf }: { now: Date; today: string; dueOf: DueOf },
): Promise<Addressee[]> {
  const ids = [...new Set(rows.flatMap(({ studentId, businessId }) => [studentId, businessId]))].filter(
    (id) => id !== null,
  );
  const found = await findReaders(tx, { clientId, kind: 'reminder', ids, staff: [] });
  const readers = new Map(found.map((reader) => [reader.id, reader]));
  const own = new Map(found.map((reader) => [reader.email.toLowerCase(), reader]));
  const subjects = (wanted: FollowUpKind) =>
    rows.filter(({ kind }) => kind === wanted).map(({ subjectId }) => subjectId);
  const signers = await listLinkSigners(tx, { clientId, projectIds: subjects('agreement'), now });
  const studentIds = subjects('consent');
  const asked = studentIds.length > 0 ? await listAskedGuardians(tx, { clientId, studentIds, today }) : [];
  const linked = [
    ...subjects('evaluation'),
    ...subjects('supervisor'),
    ...studentIds,
    ...new Set(signers.map((one) => one.agreementId)),
  ];
  const asks = new Map(
    (linked.length > 0 ? await listLastRequests(tx, clientId, linked) : []).map(
      ({ purpose, subjectId, email, at }) => [`${purpose} ${subjectId} ${email}`, at],
    ),
  );
  const all = new Map<string, Addressee>();
  const add = (found: Item, to: Pick<Addressee, 'email' | 'name' | 'locale'>, another = false) => {
    const hash = hashOf(to.email);
    const remindedAt = found.remindedPeople[hash];
    const { purpose, subjectId } = found.link ?? { purpose: found.kind, subjectId: found.subjectId };
    const lastAsked = {
      askedAt: asks.get(`${purpose} ${subjectId} ${to.email.toLowerCase()}`) ?? null,
      remindedAt: remindedAt === undefined ? null : new Date(remindedAt),
    };
    const due = dueOf(found, lastAsked, another);
    if (due === null) return;
    const row = { ...found, isRequest: due === 'request', isTold: due === 'told' };
    const known = all.get(hash);
    if (known?.rows.some(({ id }) => id === row.id)) return;
    if (known) known.rows.push(row);
    else {
      // A person with an account also gets the notification.
      const account = own.get(to.email.toLowerCase());
      const accountId = account?.id ?? null;
      all.set(hash, { ...to, hash, accountId, getsMail: !account?.isMuted, rows: [row] });
    }
  };
  for (const row of rows)
    for (const party of row.waitsOn) {
      const reader = readers.get((party === 'student' ? row.studentId : row.businessId) ?? '');
      if (reader && (party === 'student' || party === 'business')) {
        const { email, locale } = reader;
        const supervisor = { email: row.supervisorEmail ?? '', name: row.supervisorName ?? '', locale };
        if (row.kind === 'evaluation' && row.supervisorEmail) add(row, supervisor);
        else if (row.kind === 'supervisor' && row.supervisorEmail) {
          const { subjectId } = row;
          add({ ...row, link: { purpose: 'supervisor', subjectId, accountId: reader.id } }, supervisor);
        } else add(row, { email, name: '', locale });
        if (row.supervisorEmail && row.supervisorEmail.toLowerCase() !== email.toLowerCase())
          add(row, { email, name: '', locale }, true);
      }
      if (row.kind === 'agreement')
        for (const one of signers)
          if (one.projectId === row.subjectId && one.party === party) {
            const { agreementId: subjectId, accountId, email, name, locale } = one;
            add({ ...row, link: { purpose: 'sign', subjectId, accountId } }, { email, name, locale });
          }
      if (row.kind === 'consent')
        for (const { studentId, email, name, locale } of asked)
          if (studentId === row.subjectId) {
            const link = { purpose: 'consent', subjectId: studentId, accountId: studentId } as const;
            add({ ...row, link }, { email, name, locale });
          }
    }
  const returned = await findReturned(
    tx,
    clientId,
    [...all.values()].map(({ email }) => email),
  );
  for (const one of all.values()) if (returned.has(one.email.toLowerCase())) one.getsMail = false;
  return [...all.values()];
}

/** Where each is done: by its link without an account if there is one, otherwise on its screen. */
export async function pathsOf(
  tx: Tx,
  clientId: string,
  { email, name, locale, rows }: Pick<Addressee, 'email' | 'name' | 'locale' | 'rows'>,
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
  for (const { kind, id, subjectId, businessId: accountId, isRequest, isTold } of rows)
    if (kind === 'evaluation' && accountId && !isTold)
      linked.push([
        [id],
        { ...{ clientId, purpose: 'evaluation', subjectId, accountId, recipient }, reminds: !isRequest },
      ]);
  for (const { id, link } of rows)
    if (link) linked.push([[id], { ...link, clientId, recipient, reminds: true }]);
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
  draft: (id) => `/project/${id}/agreement`,
  agreement: (id) => `/project/${id}/agreement`,
  guardian: (id) => `/profile/view/${id}`,
  consent: (id) => `/profile/view/${id}`,
  supervisor: () => '/interns/viewall',
  hours: () => '/interns/viewall?pending=true',
  'hours sent back': (id) => `/project/${id}/hours`,
  evaluation: (id) => `/evaluation/new/${id}`,
  reflections: (id) => `/project/${id}/reflections`,
  'final work': (id) => `/project/${id}/summary`,
};

async function write(
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  clientId: string,
  one: Addressee & { stop: Stop | undefined },
  now: Date,
): Promise<void> {
  const paths = await pathsOf(tx, clientId, one, now);
  const [first, ...rest] = one.rows;
  if (!first) return;
  const pathOf = (row: Item) => paths.get(row.id) ?? '/default';
  // An email about several placements belongs to none of their conversations.
  const isOne = one.rows.every(({ subjectId }) => subjectId === first.subjectId);
  const placement = first.kind === 'consent' && first.link ? { clientId, ...first.link } : undefined;
  const ofOne = placement ? await findPlacementOf(tx, placement) : first.subjectId;
  const thread = isOne ? ofOne : undefined;
  const own = one.rows.filter(({ isTold }) => !isTold);
  const ofSupervisors = one.rows.filter(({ isTold }) => isTold);
  const letter = (): Notification => ({
    thread,
    ...(rest.length === 0 && first.isRequest
      ? toRequest(intern(first), first.title)
      : {
          subject:
            rest.length === 0
              ? t('Reminder: {what}', { what: sentenceOf(first) })
              : t('Reminder: {n} things are waiting for you', { n: one.rows.length }),
          paragraphs: [
            ...(own.length > 0
              ? [t('{n, plural, one {This is} other {These are}} still waiting for you:', { n: own.length })]
              : []),
            ...own.map(sentenceOf),
            ...(ofSupervisors.length > 0 ? [t('This has waited too long:')] : []),
            ...ofSupervisors.map(sentenceOf),
          ],
        }),
    button: { label: sentenceOf(first), path: pathOf(first) },
    footnotes: rest.map((row) => ({ text: `${sentenceOf(row)}:`, path: pathOf(row) })),
  });
  if (one.accountId !== null) {
    const event = { clientId, kind: 'reminder', to: [one.accountId] } as const;
    return notify(tx, post, event, () => ({ ...letter(), atBell: screens[first.kind](first.subjectId) }));
  }
  const mail = forReader({ locale: one.locale, you: 'usted' }, () =>
    toNamed(post.publicUrl, one.email, letter(), one.stop?.code),
  );
  await post.jobs.sendMail(tx, mail);
}

const intern = ({ studentFirstName, studentLastName }: FollowUpRow) =>
  shortName(studentFirstName, studentLastName) || t('A former student');

/** The follow-up in words for its reader. A business's emails name students by first name and initial. */
export const sentenceOf = (row: Item): string =>
  row.isTold ? supervisorSentenceOf(row) : ownSentenceOf(row);

function supervisorSentenceOf(row: Item): string {
  const { kind, title } = row;
  const supervisor = row.supervisorName || row.supervisorEmail || '';
  return kind === 'evaluation'
    ? t('{supervisor} has not evaluated {name} yet: {title}', { supervisor, name: intern(row), title })
    : t('{supervisor} has not confirmed yet that they supervise {name}: {title}', {
        ...{ supervisor, name: intern(row), title },
      });
}

const ownSentenceOf = (row: Item): string =>
  // A guardian knows the student, not the opportunity.
  row.kind === 'agreement' && row.link
    ? t('Sign {name}’s training agreement by {day}: {title}', { name: intern(row), ...dueOf(row) })
    : row.kind === 'supervisor' && row.link
      ? t('Confirm that you supervise {name}: {title}', { name: intern(row), title: row.title })
      : sentences[row.kind](row);

const dueOf = ({ title, ends }: FollowUpRow) => ({ title, day: shownDate(ends ?? '') });

const sentences: Record<FollowUpKind, (row: FollowUpRow) => string> = {
  offer: ({ business, title }) => t('Answer the offer from {business}: {title}', { business, title }),
  draft: (row) => t('Fill in {name}’s training agreement: {title}', { name: intern(row), title: row.title }),
  agreement: (row) => t('Sign the training agreement by {day}: {title}', dueOf(row)),
  guardian: (row) => t('Confirm {name}’s guardian', { name: intern(row) }),
  supervisor: (row) => t('Say who supervises {name}: {title}', { name: intern(row), title: row.title }),
  consent: (row) => t('Decide whether the school may share {name}’s information', { name: intern(row) }),
  hours: (row) => t('Approve {name}’s hours', { name: intern(row) }),
  'hours sent back': ({ title }) => t('Correct the hours that were sent back: {title}', { title }),
  evaluation: (row) => t('Evaluate {name}: {title}', { name: intern(row), title: row.title }),
  reflections: ({ title }) => t('Answer your reflection questions: {title}', { title }),
  'final work': ({ title }) => t('Hand in your final work: {title}', { title }),
};
