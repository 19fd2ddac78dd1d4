import { createHash } from 'node:crypto';
import type { FollowUpKind } from '@waypost/contract/follow-ups/rules';
import type { Locale } from '@waypost/contract/i18n';
import type { Tx } from '../database/connect.ts';
import type { NewLink } from '../links/queries.ts';
import { findReaders } from '../mail/queries.ts';
import { findReturned } from '../mail/returned-queries.ts';
import type { DueMail, LastAsked } from './due.ts';
import type { FollowUpRow } from './queries.ts';
import { listAskedGuardians, listLastRequests, listLinkSigners } from './reminding-queries.ts';

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

/** The hash of an address, ignoring letter case. */
export const hashOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex');

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
