import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import type { teacherCalls } from '@waypost/contract/people/teachers/calls';
import type { TeacherForm } from '@waypost/contract/people/teachers/forms';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { nameOf } from '../../platform/access/person-queries.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import { hasSeat } from '../../school-system/clients/queries.ts';
import { resolveTags } from '../../school-system/lists/queries.ts';
import { announceEmailChange } from '../accounts/email-changes.ts';
import { inviteAccount, ONE_EMAIL } from '../accounts/queries.ts';
import { removeAccount } from '../directory/removal-queries.ts';
import { replacePrograms, replaceSchools } from '../profiles/change-queries.ts';
import { lockTeacher, updateTeacher } from './queries.ts';

type Creation = Request<InputOf<typeof teacherCalls.createTeacher>>;
type Change = Request<InputOf<typeof teacherCalls.editTeacher>>;

/** A school system's teachers, as its Admins create, edit and delete them (docs/behavior/teachers.md). */
export const teacherHandlers: Handlers<typeof teacherCalls> = {
  createTeacher: (request, tx) => invite(request, tx),

  editTeacher: outsideTransaction(async (request, transaction) => {
    try {
      return await transaction((tx) => change(request, tx));
    } catch (error) {
      if (violates(error, ONE_EMAIL)) return { message: 'User Exists' as const };
      throw error;
    }
  }),

  deleteTeacher: async ({ actor, input, now, outside }, tx) => {
    const teacher = await loadTeacher(tx, actor, input.id);
    await outside.jobs.removeFiles(tx, await removeAccount(tx, teacher, now));
    const subject = { id: teacher.id, name: nameOf({ ...teacher, businessName: '' }) };
    await record(tx, actor, { action: 'delete teacher', subject }, now);
    return { message: 'success' };
  },
};

/**
 * The mailed link is the only way in: a default password that others know must not open an account that can see
 * students.
 */
async function invite({ actor, input, now, outside }: Creation, tx: Tx) {
  const { clientId } = actor;
  const { email, first_name: firstName, last_name: lastName } = input;
  if (!(await hasSeat(tx, clientId))) refuse('conflict', t(CLIENT_FULL));
  const account = { clientId, email, role: 'Teacher', firstName, lastName, approved: true } as const;
  const made = await inviteAccount(tx, outside, account, now);
  if (!made) return { message: 'User Exists' as const };
  await keepLists(tx, await loadTeacher(tx, actor, made.userId), input);
  const subject = { id: made.userId, name: `${firstName} ${lastName}` };
  await record(tx, actor, { action: 'create teacher', subject }, now);
  return { message: 'success' as const };
}

async function change({ actor, input, now, outside }: Change, tx: Tx) {
  const teacher = await loadTeacher(tx, actor, input.id);
  requireRevision(teacher, input.revision);
  const { email, first_name: firstName, last_name: lastName } = input;
  await updateTeacher(tx, teacher, { email, firstName, lastName, updatedAt: now });
  await keepLists(tx, teacher, input);
  await announceEmailChange(tx, outside, teacher, email, now);
  const subject = { id: teacher.id, name: `${firstName} ${lastName}` };
  await record(tx, actor, { action: 'edit teacher', subject }, now);
  return { message: 'success' as const };
}

type LockedTeacher = Awaited<ReturnType<typeof loadTeacher>>;

async function loadTeacher(tx: Tx, actor: Actor, userId: string) {
  const [teacher] = await lockTeacher(tx, { clientId: actor.clientId, userId });
  return authorize(actor, teacher, isBelowCaller);
}

/** Refuses a name that is not on the client's lists, at its field. */
async function keepLists(tx: Tx, teacher: LockedTeacher, { schools, programs }: TeacherForm): Promise<void> {
  const tags = await resolveTags(tx, teacher.clientId, { focus_areas: [], schools, programs });
  await replaceSchools(tx, teacher, tags.schoolIds);
  await replacePrograms(tx, teacher, tags.programIds);
}
