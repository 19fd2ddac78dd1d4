import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import type { Proofs, proofCalls } from '@waypost/contract/messages/proofs/calls';
import { maskedPhone } from '@waypost/contract/messages/proofs/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { spend } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { mayProve } from '../../platform/access/ownership.ts';
import { findPerson, lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { giveCode, makeCode } from './codes.ts';
import { listProvenPeople, requiresSecondProof, saveCodeEmail } from './queries.ts';

/** The second proof of guardians and contacts who act by link, as staff manage it (docs/behavior/proofs.md). */
export const proofHandlers: Handlers<typeof proofCalls> = {
  getProofs: async ({ actor, input }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId: input.account_id });
    return load(authorize(actor, found, mayProve), tx);
  },

  saveCodeAddress: async ({ actor, input, now }, tx) => {
    const { account, person } = await lockPerson(actor, input, tx);
    const { email } = input;
    if (email !== '' && email.toLowerCase() === person.email.toLowerCase())
      refuse('invalid-input', undefined, { email: [t(SAME_ADDRESS)] });
    await saveCodeEmail(tx, account, person.id, email);
    const subject = { id: account.id, name: nameOf(account) };
    const details = { name: person.name, ...(email !== '' && { to: maskedEmail(email) }) };
    await record(tx, actor, { action: 'save code address', subject, details }, now);
    return load(account, tx);
  },

  /** 409 without a phone number or an email on file, or if the school system requires no second proof. */
  readCode: outsideTransaction(async ({ actor, input, now }, transaction) => {
    const fresh = await makeCode();
    return transaction(async (tx) => {
      const { account, person } = await lockPerson(actor, input, tx);
      const { clientId, id: accountId } = account;
      if (!(await requiresSecondProof(tx, clientId))) refuse('conflict', t(NOT_REQUIRED));
      const { name, email, phone } = person;
      if (phone === '' || email === '') refuse('conflict', t(NOT_ON_FILE));
      await spend(tx, 'codes by link', `${accountId} ${email.toLowerCase()}`, now);
      const proof = { proof: 'phone', proofTo: maskedPhone(phone) } as const;
      const expiresAt = await giveCode(tx, { clientId, accountId, email }, fresh, proof, now);
      const subject = { id: accountId, name: nameOf(account) };
      await record(tx, actor, { action: 'read code', subject, details: { name, to: proof.proofTo } }, now);
      return { code: fresh.code, phone, expires_at: expiresAt.toISOString() };
    });
  }),
};

const SAME_ADDRESS = msg('must be different from the address their links go to');
const NOT_REQUIRED = msg('Your school system does not require codes.');
const NOT_ON_FILE = msg('Add their phone number and their email first.');

async function lockPerson(actor: Actor, { account_id, _id }: { account_id: string; _id: string }, tx: Tx) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: account_id });
  const account = authorize(actor, found, mayProve);
  const person = (await listProvenPeople(tx, account)).find(({ id }) => id === _id) ?? refuse('not-found');
  return { account, person };
}

type Account = Parameters<typeof listProvenPeople>[1];

async function load(account: Account, tx: Tx): Promise<Proofs> {
  const people = await listProvenPeople(tx, account);
  return {
    required: await requiresSecondProof(tx, account.clientId),
    people: people.map(({ id, codeEmail }) => ({ _id: id, email: codeEmail })),
  };
}
