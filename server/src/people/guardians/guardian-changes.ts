import { type Locale, t } from '@waypost/contract/i18n';
import type { OwnGuardian } from '@waypost/contract/people/guardians/forms';
import { type Giver, isAnother } from '@waypost/contract/people/guardians/rules';
import { refuse } from '@waypost/contract/refusal';
import { readdressLinks } from '../../messages/links/address-changes.ts';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import type { Request } from '../../platform/access/handler.ts';
import { listeners } from '../../platform/access/listeners.ts';
import { type mayEditGuardians, mayVerifyGuardians } from '../../platform/access/ownership.ts';
import { lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { signersChanged } from '../contacts/signers.ts';
import {
  deleteGuardian,
  type FoundGuardian,
  insertGuardian,
  listGuardians,
  updateGuardian,
} from './queries.ts';

/** A guardian to save; without `_id`, a new one. Only staff decide who may sign. */
export type WantedGuardian = OwnGuardian & { may_sign?: boolean };

type Asking = Pick<Request<unknown>, 'actor' | 'outside' | 'now'>;

/** Staff have corrected a student's birth date; `before` is the previous one. */
export const birthDateChanged =
  listeners<
    [
      tx: Tx,
      post: MailContext,
      changed: { clientId: string; accountId: string; before: string | null },
      now: Date,
    ]
  >();

/** Locks the student whose guardians are changed. */
export async function lockStudent(
  actor: Actor,
  studentId: string,
  tx: Tx,
  mayHold: typeof mayEditGuardians = mayVerifyGuardians,
) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: studentId });
  const student = authorize(actor, found, mayHold);
  const before = await listGuardians(tx, { clientId: student.clientId, studentId: student.id });
  return { student, subject: { id: student.id, name: nameOf(student) }, before };
}

interface Change {
  student: Authorized<{ clientId: string; id: string }>;
  /** For the audit trail. */
  subject: { id: string; name: string };
  before: readonly FoundGuardian[];
  wanted: readonly WantedGuardian[];
  /** The form's field for the email of the guardian at this index. */
  emailField?: (index: number) => string;
}

/**
 * Replaces a student's guardians with the given list, in this order; those not in it are removed. A guardian added by
 * staff is confirmed. One added by the student is not, and loses confirmation if the student changes their name or
 * address. Records staff's changes, and a student's changes to what staff added or confirmed. Asks those who may sign
 * now. 400 at a new email that is not the guardian's own (`whyNotAct`).
 */
export async function changeGuardians(
  tx: Tx,
  { actor, outside, now }: Asking,
  change: Change,
): Promise<void> {
  const { student, subject, before, wanted, emailField = () => 'email' } = change;
  await requireOwnMailboxes(tx, change, emailField);
  const readdress = (
    from: { name: string; email: string },
    to: { name: string; email: string; locale: Locale } | null,
  ) =>
    from.email === ''
      ? undefined
      : readdressLinks(tx, outside, { clientId: student.clientId, accountId: student.id, from, to }, now);
  const by: Giver = actor.role === 'Student' ? 'student' : 'school';
  let isAnyNew = false;
  for (const gone of before.filter(({ id }) => wanted.every(({ _id }) => _id !== id))) {
    await deleteGuardian(tx, student, gone.id);
    await readdress(gone, null);
    if (by === 'school' || isFromSchool(gone))
      await record(tx, actor, { action: 'remove guardian', subject, details: { name: gone.name } }, now);
  }
  for (const [index, { _id, may_sign, ...fields }] of wanted.entries()) {
    const ordinal = index + 1;
    const known = before.find(({ id }) => id === _id);
    if (!known) {
      const kept = { maySign: may_sign ?? true, addedBy: by, confirmed: by === 'school' };
      await insertGuardian(tx, student, { ...fields, ...kept, ordinal });
      isAnyNew = true;
      if (by === 'school')
        await record(tx, actor, { action: 'add guardian', subject, details: { name: fields.name } }, now);
      continue;
    }
    const after = { ...fields, maySign: may_sign ?? known.maySign, ordinal };
    if (isEqual(known, after)) continue;
    isAnyNew = true;
    const isNewPerson = by === 'student' && isAnother(known, fields);
    await updateGuardian(
      tx,
      student,
      known.id,
      isNewPerson ? { ...after, addedBy: by, confirmed: false } : after,
    );
    if (known.email !== fields.email) {
      const { name, email, language } = fields;
      // A person whom only the student named gets nothing that was meant for someone else.
      const isTheirs = isNewPerson ? null : { name, email, locale: language };
      await readdress(known, isTheirs);
    }
    const isMoved = isEqual({ ...known, ordinal }, after);
    if (!isMoved && (by === 'school' || (isNewPerson && isFromSchool(known)))) {
      const details = { name: fields.name, ...(known.email !== fields.email && { before: known.email }) };
      await record(tx, actor, { action: 'edit guardian', subject, details }, now);
    }
  }
  if (isAnyNew) await askGuardians(tx, outside, student, now);
}

/** Refuses new emails of the student, or of someone else who signs. */
async function requireOwnMailboxes(
  tx: Tx,
  { student: { clientId, id: accountId }, before, wanted }: Change,
  emailField: (index: number) => string,
): Promise<void> {
  for (const [index, { _id, email, may_sign }] of wanted.entries()) {
    const known = before.find(({ id }) => id === _id);
    const maySign = may_sign ?? known?.maySign ?? true;
    if (known?.email === email && (known.maySign || !maySign)) continue;
    const guardian = { party: 'guardian', email, signs: maySign } as const;
    const wrong = await whyNotAct(tx, { clientId, accountId }, guardian);
    if (wrong) refuse('invalid-input', undefined, { [emailField(index)]: [wrong] });
  }
}

/** Sends guardians who may sign now, and were not asked yet, their links to the agreements that wait for one. */
export const askGuardians = (
  tx: Tx,
  outside: Asking['outside'],
  { clientId, id }: { clientId: string; id: string },
  now: Date,
): Promise<void> => signersChanged.tell(tx, outside, { clientId, accountId: id, party: 'guardian' }, now);

export const onlySchoolCanRemove = (name: string) =>
  t('Only your school can remove {name}. Ask them to.', { name });

/** Whether staff added or confirmed it, so that a student cannot remove it. */
export const isFromSchool = ({ addedBy, confirmed }: FoundGuardian): boolean =>
  addedBy === 'school' || confirmed;

const isEqual = (
  known: FoundGuardian,
  after: Omit<OwnGuardian, '_id'> & { maySign: boolean; ordinal: number },
) => Object.entries(after).every(([field, value]) => known[field as keyof typeof after] === value);
