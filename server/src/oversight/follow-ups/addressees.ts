import type { Locale } from '@waypost/contract/i18n';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import type { NewLink } from '../../messages/links/queries.ts';
import { hashOfAddress } from '../../messages/mail/claim-queries.ts';
import { findReaders, type Reader } from '../../messages/mail/queries.ts';
import { findReturned } from '../../messages/mail/returned-mail-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { DueMail, LastAsked } from './due-mail.ts';
import type { FollowUpRow } from './queries.ts';
import { listAskedGuardians, listLastRequests, listLinkSigners } from './reminder-queries.ts';

/** Something to remind of, with the link for a person without an account. */
export interface Item extends FollowUpRow {
  link?: Pick<NewLink, 'purpose' | 'subjectId' | 'accountId'>;
  /** Whether this is the first time that this person is asked. */
  isRequest?: boolean;
  /** Whether it has been waiting for someone else too long. */
  isTold?: boolean;
}

/** A person to remind, with their follow-ups. */
export interface Addressee {
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
export type DueOf = (row: FollowUpRow, lastAsked: LastAsked, another: boolean) => DueMail | null;

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
  const people = await findPeople(tx, clientId, rows, { now, today });
  const all = new Map<string, Addressee>();
  for (const row of rows)
    for (const { item, to, another = false } of waitedFor(row, people)) {
      const hash = hashOfAddress(to.email);
      const due = dueOf(item, lastAskedOf(item, to.email, people), another);
      const known = all.get(hash);
      if (due === null || known?.rows.some(({ id }) => id === item.id)) continue;
      const dueItem = { ...item, isRequest: due === 'request', isTold: due === 'told' };
      if (known) known.rows.push(dueItem);
      else {
        // A person with an account also gets the notification.
        const account = people.accounts.get(to.email.toLowerCase());
        const accountId = account?.id ?? null;
        all.set(hash, { ...to, hash, accountId, getsMail: !account?.isMuted, rows: [dueItem] });
      }
    }
  const emails = [...all.values()].map(({ email }) => email);
  const returned = await findReturned(tx, clientId, emails);
  for (const one of all.values()) if (returned.has(one.email.toLowerCase())) one.getsMail = false;
  return [...all.values()];
}

type People = Awaited<ReturnType<typeof findPeople>>;

/** Everyone who may have to do any of these, and when each was last sent a link for it. */
async function findPeople(
  tx: Tx,
  clientId: string,
  rows: readonly FollowUpRow[],
  { now, today }: { now: Date; today: string },
) {
  const owners = rows.flatMap(({ studentId, businessId }) => [studentId, businessId]);
  const ids = [...new Set(owners)].filter((id) => id !== null);
  const readers = await findReaders(tx, { clientId, kind: 'reminder', ids, staff: [] });
  const subjects = (wanted: FollowUpKind) =>
    rows.filter(({ kind }) => kind === wanted).map(({ subjectId }) => subjectId);
  const signers = await listLinkSigners(tx, { clientId, projectIds: subjects('agreement'), now });
  const studentIds = subjects('consent');
  const guardians =
    studentIds.length > 0 ? await listAskedGuardians(tx, { clientId, studentIds, today }) : [];
  const linked = [
    ...subjects('evaluation'),
    ...subjects('supervisor'),
    ...studentIds,
    ...new Set(signers.map((one) => one.agreementId)),
  ];
  const asks = linked.length > 0 ? await listLastRequests(tx, clientId, linked) : [];
  return {
    readers: new Map(readers.map((reader) => [reader.id, reader])),
    accounts: new Map(readers.map((reader) => [reader.email.toLowerCase(), reader])),
    signers,
    guardians,
    asks: new Map(asks.map(({ purpose, subjectId, email, at }) => [`${purpose} ${subjectId} ${email}`, at])),
  };
}

interface Waited {
  item: Item;
  to: Pick<Addressee, 'email' | 'name' | 'locale'>;
  /** Whether it is waiting for someone else, so that this person only hears of it. */
  another?: boolean;
}

/** Everyone this follow-up is waiting for. */
function* waitedFor(row: FollowUpRow, { readers, signers, guardians }: People): Generator<Waited> {
  for (const party of row.waitsOn) {
    const reader = readers.get((party === 'student' ? row.studentId : row.businessId) ?? '');
    if (reader && (party === 'student' || party === 'business')) yield* accountOrSupervisor(row, reader);
    if (row.kind === 'agreement')
      for (const { projectId, agreementId: subjectId, accountId, ...one } of signers)
        if (projectId === row.subjectId && one.party === party)
          yield { item: { ...row, link: { purpose: 'sign', subjectId, accountId } }, to: personOf(one) };
    if (row.kind === 'consent')
      for (const { studentId, ...one } of guardians)
        if (studentId === row.subjectId) {
          const link = { purpose: 'consent', subjectId: studentId, accountId: studentId } as const;
          yield { item: { ...row, link }, to: personOf(one) };
        }
  }
}

/** The placement's supervisor if they can do it; the account is then told if it takes too long. Otherwise the account. */
function* accountOrSupervisor(
  row: FollowUpRow,
  { id, email, locale }: Pick<Reader, 'id' | 'email' | 'locale'>,
): Generator<Waited> {
  const { subjectId, supervisorEmail } = row;
  const account = { email, name: '', locale };
  const supervisor = { email: supervisorEmail ?? '', name: row.supervisorName ?? '', locale };
  if (row.kind === 'evaluation' && supervisorEmail) yield { item: row, to: supervisor };
  else if (row.kind === 'supervisor' && supervisorEmail)
    yield { item: { ...row, link: { purpose: 'supervisor', subjectId, accountId: id } }, to: supervisor };
  else yield { item: row, to: account };
  if (supervisorEmail && supervisorEmail.toLowerCase() !== email.toLowerCase())
    yield { item: row, to: account, another: true };
}

const personOf = ({ email, name, locale }: Waited['to']) => ({ email, name, locale });

/** When this person was last sent a link for it, and last reminded of it. */
function lastAskedOf(item: Item, email: string, { asks }: People): LastAsked {
  const { purpose, subjectId } = item.link ?? { purpose: item.kind, subjectId: item.subjectId };
  const remindedAt = item.remindedPeople[hashOfAddress(email)];
  return {
    askedAt: asks.get(`${purpose} ${subjectId} ${email.toLowerCase()}`) ?? null,
    remindedAt: remindedAt === undefined ? null : new Date(remindedAt),
  };
}
