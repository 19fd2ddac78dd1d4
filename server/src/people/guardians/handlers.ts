import { utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import type { Guardian, guardianCalls } from '@waypost/contract/people/guardians/calls';
import { GUARDIANS_MAX, needsGuardian, type Relationship } from '@waypost/contract/people/guardians/rules';
import { whyNotBirthDate } from '@waypost/contract/people/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import { followBirthDate } from '../../placements/agreements/changing.ts';
import { mailProgressLinks } from '../../placements/progress/mails.ts';
import { listOpenPlacements } from '../../placements/progress/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayEditGuardians, maySeeStudentLists, mayVerifyGuardians } from '../../platform/access/ownership.ts';
import { recordStudentView } from '../../platform/access/views.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { nameOf } from '../directory/present.ts';
import { findPerson, lockAccount } from '../directory/queries.ts';
import {
  askGuardians,
  changeGuardians,
  isFromSchool,
  onlySchoolCanRemove,
  type WantedGuardian,
} from './changing.ts';
import { toGuardian } from './present.ts';
import {
  type FoundGuardian,
  findBirthDate,
  listGuardians,
  saveStudentsBirthDate,
  updateGuardian,
} from './queries.ts';

/** A student's parents and guardians, as staff manage them (docs/behavior/guardians.md). */
export const guardianHandlers: Handlers<typeof guardianCalls> = {
  getGuardians: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const [found] = await findPerson(tx, { clientId, userId: input.student_id });
    const student = authorize(actor, found, maySeeStudentLists);
    const subject = { id: student.id, name: nameOf(student) };
    await recordStudentView(tx, actor, { action: 'view student', subject }, now);
    return (await listGuardians(tx, { clientId, studentId: student.id })).map(toGuardian);
  },

  saveGuardian: async ({ actor, input, now, outside }, tx) => {
    const { student_id, _id, may_sign, ...named } = input;
    const { student, subject, before } = await lockStudent(actor, student_id, tx, mayEditGuardians);
    // Only staff decide who may sign.
    const fields = actor.role === 'Student' ? named : { ...named, may_sign };
    if (_id === undefined && before.length >= GUARDIANS_MAX)
      refuse('conflict', t('A student can have at most {max} guardians here.', { max: GUARDIANS_MAX }));
    const wanted = before.map(toWanted);
    const at = _id === undefined ? before.length : indexOf(before, _id);
    wanted[at] = _id === undefined ? fields : { ...fields, _id };
    await changeGuardians(tx, { actor, outside, now }, { student, subject, before, wanted });
    return loadGuardians(student, tx);
  },

  confirmGuardian: async ({ actor, input, now, outside }, tx) => {
    const { student, subject, before } = await lockStudent(actor, input.student_id, tx);
    const guardian = before[indexOf(before, input._id)] ?? refuse('not-found');
    if (!guardian.confirmed) {
      await updateGuardian(tx, student, guardian.id, { confirmed: true });
      await record(tx, actor, { action: 'confirm guardian', subject, details: { name: guardian.name } }, now);
      await askGuardians(tx, outside, student, now);
    }
    return loadGuardians(student, tx);
  },

  /**
   * 409 for a guardian whom staff have not confirmed, without an email or whose email returns mail, and for a student
   * of age or without an open placement.
   */
  sendProgressLink: async ({ actor, input, now, outside }, tx) => {
    const { student, subject, before } = await lockStudent(actor, input.student_id, tx);
    const guardian = before[indexOf(before, input._id)] ?? refuse('not-found');
    const { name, email, language, confirmed, mailReturnedAt } = guardian;
    if (!confirmed) refuse('conflict', t(CONFIRM_FIRST));
    if (email === '') refuse('conflict', t(NO_EMAIL));
    if (mailReturnedAt) refuse('conflict', t(RETURNED, { email }));
    const key = { clientId: student.clientId, studentId: student.id };
    if (!needsGuardian(await findBirthDate(tx, key), utcDay(now))) refuse('conflict', t(OF_AGE));
    const placements = await listOpenPlacements(tx, key);
    if (placements.length === 0) refuse('conflict', t(NO_PLACEMENT));
    await spend(tx, 'progress links', actor.id, now);
    await spendEmailTo(tx, email, actor, now);
    const recipient = { name, email, locale: language };
    await mailProgressLinks(tx, outside, { student, recipient, placements }, now);
    const details = { to: maskedEmail(email) };
    await record(tx, actor, { action: 'send progress link', subject, details }, now);
    return { message: 'success', email: maskedEmail(email) };
  },

  removeGuardian: async ({ actor, input, now, outside }, tx) => {
    const { student, subject, before } = await lockStudent(actor, input.student_id, tx, mayEditGuardians);
    const at = indexOf(before, input._id);
    const gone = before[at];
    if (actor.role === 'Student' && gone && isFromSchool(gone))
      refuse('conflict', onlySchoolCanRemove(gone.name));
    const wanted = before.toSpliced(at, 1).map(toWanted);
    await changeGuardians(tx, { actor, outside, now }, { student, subject, before, wanted });
    return loadGuardians(student, tx);
  },

  /** If the student turns out to be of age, the guardian's part in open agreements ends. */
  saveBirthDate: async ({ actor, input, now, outside }, tx) => {
    const { student, subject } = await lockStudent(actor, input.student_id, tx);
    const { birth_date } = input;
    const wrong = whyNotBirthDate(birth_date, utcDay(now));
    if (wrong) refuse('invalid-input', undefined, { birth_date: [wrong] });
    const { clientId, id: studentId } = student;
    const before = await findBirthDate(tx, { clientId, studentId });
    await saveStudentsBirthDate(tx, student, birth_date, 'school');
    await record(tx, actor, { action: 'correct birth date', subject }, now);
    await followBirthDate(tx, outside, { clientId, accountId: studentId, before }, now);
    return { birth_date };
  },
};

const CONFIRM_FIRST = msg('Confirm this guardian first');
const NO_EMAIL = msg('There is no email address for them');
const RETURNED = msg('Emails to {email} come back. Correct the address first');
const OF_AGE = msg('This student is 18 or older, so their progress is no longer shown to guardians');
const NO_PLACEMENT = msg('This student has no placement at the moment');

async function lockStudent(
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

function indexOf(before: readonly FoundGuardian[], id: string): number {
  const index = before.findIndex((guardian) => guardian.id === id);
  return index < 0 ? refuse('not-found') : index;
}

const toWanted = (row: FoundGuardian): WantedGuardian => ({
  _id: row.id,
  name: row.name,
  relationship: row.relationship as Relationship,
  email: row.email,
  phone: row.phone,
  language: row.language,
});

async function loadGuardians(
  { clientId, id }: { clientId: string; id: string },
  tx: Tx,
): Promise<Guardian[]> {
  return (await listGuardians(tx, { clientId, studentId: id })).map(toGuardian);
}
