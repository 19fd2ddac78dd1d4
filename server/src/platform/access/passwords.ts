import { randomBytes } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { passwordProblem } from '@waypost/contract/passwords';
import { refuse } from '@waypost/contract/refusal';
import { HASHES_AT_ONCE } from '../outside/thread-pool.ts';
import { isCommonPassword } from './common-passwords.ts';
import { payerServed, wastesHashes } from './costs.ts';
import { makeFairGate, type Turn } from './fair-gate.ts';

/** Argon2id with the parameters of OWASP's password storage sheet: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Callers take turns, so one that sends many passwords delays the others by a few hashes at most. One address has at
 * most a thousand connections, so one network cannot fill its queue.
 */
const gate = makeFairGate(HASHES_AT_ONCE, { each: 1000, all: 2000 });

const ofCaller = (): Turn => ({ caller: payerServed() });

/**
 * Whose turn it is to hash a password before the login. A known browser is a caller of its own. The others of a network
 * are one caller, in which emails take turns: a script that tries many passwords for one delays only itself.
 */
export const turnBeforeLogin = (email: string, device: string | null): Turn =>
  device
    ? { caller: device }
    : {
        caller: payerServed(),
        subject: email.trim().toLowerCase(),
        // Leaves a core to everyone else.
        ...(wastesHashes() && { most: 1 }),
      };

/** Hashes a password for storage. 429 if too many are waiting. */
export function hashPassword(password: string, turn = ofCaller()): Promise<string> {
  return gate(turn, () => hash(normal(password), COST));
}

/** Whether this is the account's password. Without one, compares with a dummy, so that the reply takes as long. */
export async function isPassword(
  password: string,
  kept: string | null | undefined,
  turn = ofCaller(),
): Promise<boolean> {
  const expected = kept ?? (await dummyHash());
  return gate(turn, () => verify(expected, normal(password)));
}

/** Whether a stored hash was made with the parameters that new ones get. */
export const isUpToDate = (kept: string) =>
  kept.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`);

/** Hashes a code as slowly as a password, with a given salt, so that it can be looked up. */
export const hashCode = (code: string, salt: Buffer): Promise<Buffer> =>
  gate(ofCaller(), () => hashRaw(code, { ...COST, salt }));

/** Refuses a password that is too easy to guess, at its field (docs/behavior/accounts.md#passwords). */
export function requireGoodPassword(
  field: 'password' | 'new_password' | 'default_password',
  password: string,
  email: string,
  names: readonly string[],
) {
  const problem = passwordProblem(password, email, isCommonPassword, names);
  if (problem) refuse('invalid-input', undefined, { [field]: [problem] });
}

// Some keyboards send é as one character, others as two.
const normal = (password: string) => password.normalize('NFKC');

let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= hash(randomBytes(16), COST);
  return dummy;
}
