import { utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { Guardian, guardianCalls } from '@waypost/contract/people/guardians/calls';
import { GUARDIANS_MAX, type Relationship } from '@waypost/contract/people/guardians/rules';
import { whyNotBirthDate } from '@waypost/contract/people/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayEditGuardians, maySeeStudentLists } from '../../platform/access/ownership.ts';
import { findPerson, nameOf } from '../../platform/access/person-queries.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import type { Tx } from '../../platform/database/connect.ts';
import {
  askGuardians,
  birthDateChanged,
  changeGuardians,
  isFromSchool,
  lockStudent,
  onlySchoolCanRemove,
  type WantedGuardian,
} from './guardian-changes.ts';
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
    const { student_id, _id, revision, may_sign, ...named } = input;
    const { student, subject, before } = await lockStudent(actor, student_id, tx, mayEditGuardians);
    // Only staff decide who may sign.
    const fields = actor.role === 'Student' ? named : { ...named, may_sign };
    if (_id === undefined && before.length >= GUARDIANS_MAX)
      refuse('conflict', t('A student can have at most {max} guardians here.', { max: GUARDIANS_MAX }));
    const wanted = before.map(toWanted);
    const at = _id === undefined ? before.length : indexOf(before, _id);
    const known = before[at];
    if (known) requireRevision(known, revision);
    wanted[at] = _id === undefined ? fields : { ...fields, _id };
    await changeGuardians(tx, { actor, outside, now }, { student, subject, before, wanted });
    return loadGuardians(student, tx);
  },

  /** 409 if the email is the student's own, or of someone else who signs. */
  confirmGuardian: async ({ actor, input, now, outside }, tx) => {
    const { student, subject, before } = await lockStudent(actor, input.student_id, tx);
    const guardian = before[indexOf(before, input._id)] ?? refuse('not-found');
    if (!guardian.confirmed) {
      const key = { clientId: student.clientId, accountId: student.id };
      const { email, maySign: signs } = guardian;
      const wrong = await whyNotAct(tx, key, { party: 'guardian', email, signs });
      if (wrong) refuse('conflict', wrong);
      await updateGuardian(tx, student, guardian.id, { confirmed: true });
      await record(tx, actor, { action: 'confirm guardian', subject, details: { name: guardian.name } }, now);
      await askGuardians(tx, outside, student, now);
    }
    return loadGuardians(student, tx);
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
    await birthDateChanged.tell(tx, outside, { clientId, accountId: studentId, before }, now);
    return { birth_date };
  },
};

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
