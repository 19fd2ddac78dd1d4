import { t } from '@waypost/contract/i18n';
import type { recordCalls } from '@waypost/contract/records/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import { record } from '../access/audit.ts';
import { spend } from '../access/budgets.ts';
import { authorize } from '../access/enforce.ts';
import { type Handlers, outsideTransaction } from '../access/handler.ts';
import { forgetTries, withinLimits } from '../access/limits.ts';
import { isBelowCaller } from '../access/ownership.ts';
import { guessesOf } from '../accounts/limits.ts';
import { isPassword } from '../accounts/passwords.ts';
import { findLogin } from '../accounts/queries.ts';
import { nameOf } from '../people/present.ts';
import { lockAccount } from '../people/queries.ts';

/** A person's data, taken out of Waypost (docs/behavior/records.md). */
export const recordHandlers: Handlers<typeof recordCalls> = {
  exportPerson: outsideTransaction(async ({ actor, input, now, outside }, transaction) => {
    if (actor.admin) refuse('not-allowed', t('Data is exported by yourself alone, not in a masquerade.'));
    const guesses = guessesOf(actor);
    const holder = { clientId: actor.clientId, userId: actor.id };
    const [login] = await withinLimits(transaction, now, { counted: [guesses] }, (tx) =>
      findLogin(tx, holder),
    );
    if (!(await isPassword(input.password, login?.passwordHash ?? null)))
      refuse('invalid-input', undefined, { password: [t('Wrong password entered')] });
    const student = await transaction(async (tx) => {
      await forgetTries(tx, guesses);
      const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: input._id });
      const account = authorize(actor, found, isStudentBelow);
      const subject = { id: account.id, name: nameOf(account) };
      await spend(tx, 'person exports', actor.id, now);
      await record(tx, actor, { action: 'export person', subject }, now);
      return { ...account, name: subject.name };
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
};

const isStudentBelow = (caller: Actor, account: { id: string; role: string; clientId: string }) =>
  account.role === 'Student' && isBelowCaller(caller, account);
