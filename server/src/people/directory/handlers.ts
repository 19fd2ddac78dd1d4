import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { partOf } from '@waypost/contract/list-part';
import type { peopleCalls } from '@waypost/contract/people/directory/calls';
import {
  CONFIRMED_ALREADY,
  canApprove,
  INITIAL_PASSWORD_HOURS,
  NO_AGREEMENT,
  NO_DEFAULT_PASSWORD,
  NOT_CONFIRMED,
  rolesBelow,
  startsWithDefaultPassword,
  whyNotDelete,
} from '@waypost/contract/people/directory/rules';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { mailHolder } from '../../messages/mail/notify.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { spend } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { countTry, forgetTries, TooManyTries } from '../../platform/access/limits.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import { endSessionsOf, newSecret } from '../../platform/access/sessions.ts';
import { commitWithLastQuery } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { readRows } from '../../platform/database/cursor.ts';
import { hasSeat } from '../../school-system/clients/queries.ts';
import { findDefaultPasswordHash } from '../../school-system/settings/queries.ts';
import { endCodesOf, insertCode, mailLink } from '../accounts/code-queries.ts';
import { confirmationsBy, guessesAt } from '../accounts/limits.ts';
import { passwordResetMail } from '../accounts/mails.ts';
import { replacePassword } from '../accounts/queries.ts';
import { confirm } from '../accounts/unconfirmed-queries.ts';
import { countPeople, findPeople, openPeople, type PeopleWanted } from './list-queries.ts';
import { mailApproval } from './mails.ts';
import { toExportedBusiness, toFoundStudent, toListedUser } from './present.ts';
import {
  enterClientOf,
  findBusinesses,
  findStudentByEmail,
  findStudentsBeginning,
  openBusinesses,
  setApproved,
} from './queries.ts';
import {
  countRunning,
  lockAccountToRemove,
  lockWaitingApplications,
  removeAccount,
} from './removal-queries.ts';
import { findWholeRows } from './whole-rows.ts';

/** People as businesses and staff find them, and their approval (docs/behavior/people.md). */
export const peopleHandlers: Handlers<Omit<typeof peopleCalls, 'filterUsers'>> = {
  /**
   * Finds a student to restrict an opportunity to: approved ones of the client
   * (docs/behavior/opportunities.md#finding-students).
   */
  getUserByEmail: async ({ actor, input, now }, tx) => {
    await spendSearch(tx, actor, input.email, now);
    const [student] = await findStudentByEmail(tx, { clientId: actor.clientId, email: input.email });
    return student ? toFoundStudent(student) : [];
  },

  searchStudents: async ({ actor, input, now }, tx) => {
    await spendSearch(tx, actor, input.search, now);
    const found = await findStudentsBeginning(tx, { clientId: actor.clientId, search: input.search });
    return found.map(toFoundStudent);
  },

  swapApprovalStatus: async ({ actor, input, now, outside }, tx) => {
    const account = await loadAccount(tx, actor, input._id);
    const approved = input.approved ?? !account.approved;
    if (approved === account.approved) return { approved };
    if (approved && !account.confirmed) refuse('conflict', t(NOT_CONFIRMED));
    if (approved && !canApprove(account)) refuse('conflict', t(NO_AGREEMENT));
    if (!approved) await endSessionsOf(tx, { clientId: account.clientId, userId: account.id });
    await setApproved(tx, account, approved, now);
    await mailApproval(tx, outside, { clientId: account.clientId, ids: [account.id], approved });
    const action = approved ? 'activate' : 'deactivate';
    await record(tx, actor, { action, subject: toSubject(account) }, now);
    return { approved };
  },

  resendConfirmationOf: async ({ actor, input, now, outside }, tx) => {
    const account = await loadAccount(tx, actor, input._id);
    if (account.confirmed) refuse('conflict', t(CONFIRMED_ALREADY));
    const wait = await countTry(tx, confirmationsBy(actor, account), now);
    if (wait > 0) throw new TooManyTries(wait);
    const holder = { clientId: account.clientId, userId: account.id, email: account.email };
    await mailLink(tx, outside, 'confirmation', holder, now);
    await record(tx, actor, { action: 'resend confirmation', subject: toSubject(account) }, now);
    return { message: 'success' };
  },

  confirmEmailOf: async ({ actor, input, now }, tx) => {
    // Locks the school system before the account, like someone who confirms their own email.
    const fits = await hasSeat(tx, actor.clientId);
    const account = await loadAccount(tx, actor, input._id);
    if (account.confirmed) refuse('conflict', t(CONFIRMED_ALREADY));
    if (!fits) refuse('conflict', t(CLIENT_FULL));
    await confirm(tx, { clientId: account.clientId, userId: account.id }, now);
    await record(tx, actor, { action: 'confirm email of user', subject: toSubject(account) }, now);
    return { message: 'success' };
  },

  searchUsers: {
    page: async (request, tx) => {
      const wanted = searchedBy(request);
      const part = { ...partOf(request.input), ...BY_NAME };
      const questions = Promise.all([findPeople(tx, wanted, part), countPeople(tx, wanted)]);
      const [people, total] = await commitWithLastQuery(tx, questions);
      request.announceTotal(total);
      return people.map(toListedUser);
    },
    whole: async function* (request, tx) {
      const ids = await openPeople(tx, searchedBy(request), BY_NAME, request.input.offset ?? 0);
      request.announceTotal(ids.total);
      yield* readRows(ids, (batch) => findWholeRows(tx, request.actor.clientId, batch));
    },
  },

  /** Mails a link to set a new password. For students and businesses, the default password also works, once. */
  adminResetPassword: async ({ actor, input, now, outside }, tx) => {
    const account = await loadAccount(tx, actor, input._id);
    const isDefault = startsWithDefaultPassword(account.role);
    const passwordHash = isDefault ? await findDefaultPasswordHash(tx, actor.clientId) : null;
    if (isDefault && !passwordHash) refuse('conflict', t(NO_DEFAULT_PASSWORD));
    const holder = { clientId: account.clientId, userId: account.id };
    const endsAt = new Date(now.getTime() + INITIAL_PASSWORD_HOURS * 3_600_000);
    await replacePassword(tx, holder, { passwordHash, endsAt }, now);
    await endCodesOf(tx, holder, now);
    await endSessionsOf(tx, holder);
    await forgetTries(tx, guessesAt(account.email));
    const secret = newSecret();
    await insertCode(tx, holder, { secret, purpose: 'reset', now, expiresAt: endsAt });
    await mailHolder(tx, outside.jobs, holder, () => [
      passwordResetMail(outside.publicUrl, account.email, secret),
    ]);
    await record(tx, actor, { action: 'reset password', subject: toSubject(account) }, now);
    return { message: 'success' };
  },

  deleteUser: async ({ actor, input, now, outside }, tx) => {
    const clientId = await enterClientOf(tx, actor, input.user._id);
    const key = { clientId, userId: input.user._id };
    await lockWaitingApplications(tx, key);
    const [found] = await lockAccountToRemove(tx, key);
    const account = authorize(actor, found, isBelowCaller);
    const subject = toSubject(account);
    const running = await countRunning(tx, account);
    const obstacle = whyNotDelete({ role: account.role, name: subject.name, running });
    if (obstacle) return { message: obstacle };
    await outside.jobs.removeFiles(tx, await removeAccount(tx, account, now));
    await record(tx, { ...actor, clientId }, { action: 'delete user', subject }, now);
    return { message: 'success' };
  },

  getAllBusinesses: {
    whole: async function* (request, tx) {
      const { clientId } = request.actor;
      const ids = await openBusinesses(tx, clientId);
      request.announceTotal(ids.total);
      yield* readRows(ids, async (batch) =>
        (await findBusinesses(tx, { clientId, ids: batch })).map(toExportedBusiness),
      );
    },
  },
};

/** A business's search spends its budget and is recorded, so that nobody can list a school system name by name. */
async function spendSearch(tx: Tx, actor: Actor, search: string, now: Date): Promise<void> {
  if (actor.role !== 'Business') return;
  await spend(tx, 'student searches', actor.id, now);
  await record(tx, actor, { action: 'search students', details: { search } }, now);
}

const toSubject = (account: Parameters<typeof nameOf>[0] & { id: string }) => ({
  id: account.id,
  name: nameOf(account),
});

async function loadAccount(tx: Tx, actor: Actor, userId: string) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId });
  return authorize(actor, found, isBelowCaller);
}

const BY_NAME = { sort: 'name', descending: false } as const;

const searchedBy = ({ actor, input }: Request<InputOf<typeof peopleCalls.searchUsers>>): PeopleWanted => ({
  clientId: actor.clientId,
  roles: rolesBelow(actor.role),
  search: input.search,
});
