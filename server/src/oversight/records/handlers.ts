import { t } from '@waypost/contract/i18n';
import type { recordCalls } from '@waypost/contract/oversight/records/calls';
import { isSameName, NOT_THE_NAME } from '@waypost/contract/oversight/records/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Role } from '@waypost/contract/roles';
import { requireOwnPassword } from '../../people/accounts/own-password.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { spend } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { clientErasureHandlers } from './client-erasure.ts';

/** Exporting and erasing a person's data (docs/behavior/records.md). */
export const recordHandlers: Handlers<typeof recordCalls> = {
  ...clientErasureHandlers,

  exportPerson: outsideTransaction(async (request, transaction) => {
    const { actor, input, now, outside } = request;
    if (actor.admin) refuse('not-allowed', t('You can’t export data during a masquerade. End it first.'));
    await requireOwnPassword(request, transaction);
    const student = await transaction(async (tx) => {
      const found = await loadStudent(tx, actor, input._id);
      await spend(tx, 'person exports', actor.id, now);
      const subject = { id: found.id, name: found.name };
      await record(tx, actor, { action: 'export person', subject }, now);
      return found;
    });
    return {
      content: outside.exportStudent(student, now),
      contentType: 'application/gzip',
      bytes: null,
      name: `${student.name}.tar.gz`,
      show: false,
      tag: null,
    };
  }),

  previewErasure: outsideTransaction(async ({ actor, input, outside }, transaction) => {
    const student = await transaction((tx) => loadStudent(tx, actor, input._id));
    return { name: student.name || student.email, counts: await outside.countOfStudent(student) };
  }),

  /** The erasure is one transaction of the owner's, which also records it. */
  erasePerson: outsideTransaction(async (request, transaction) => {
    const { actor, input, now, outside } = request;
    if (actor.admin) refuse('not-allowed', t('You can’t erase data during a masquerade. End it first.'));
    await requireOwnPassword(request, transaction);
    const student = await transaction(async (tx) => {
      const found = await loadStudent(tx, actor, input._id);
      if (!isSameName(input.name, found.name || found.email))
        refuse('invalid-input', undefined, { name: [t(NOT_THE_NAME)] });
      await spend(tx, 'person erasures', actor.id, now);
      return found;
    });
    const isErased = await outside.eraseStudent(student, { id: actor.id, name: actor.name }, now);
    return isErased ? { message: 'success' } : refuse('not-found');
  }),
};

/** A student of the caller's school system, with their name. */
async function loadStudent(tx: Tx, actor: Actor, userId: string) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId });
  const account = authorize(actor, found, isStudentBelow);
  return { ...account, name: nameOf(account) };
}

const isStudentBelow = (caller: Actor, account: { id: string; role: Role; clientId: string }) =>
  account.role === 'Student' && isBelowCaller(caller, account);
