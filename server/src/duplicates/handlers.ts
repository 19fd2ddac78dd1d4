import type { Role } from '@waypost/contract/accounts/rules';
import type { InputOf } from '@waypost/contract/call';
import type { DuplicateUser, duplicateCalls } from '@waypost/contract/duplicates/calls';
import {
  applicationToDrop,
  bothApplied,
  groupDuplicates,
  whyNotMerge,
} from '@waypost/contract/duplicates/rules';
import { refuse } from '@waypost/contract/refusal';
import { record } from '../access/audit.ts';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { isBelowCaller } from '../access/ownership.ts';
import { enterTenant } from '../access/tenant.ts';
import { findClients } from '../clients/queries.ts';
import type { Tx } from '../database/connect.ts';
import { findListed } from '../people/list-queries.ts';
import { nameOf, toListedUser } from '../people/present.ts';
import {
  type Account,
  dropApplications,
  findTwiceApplied,
  holdAccounts,
  mergeAccounts,
  type TwiceApplied,
} from './merging-queries.ts';
import { findShared } from './queries.ts';

/** Accounts that look like one person's, and making one of two (document 2, section 2). */
export const duplicateHandlers: Handlers<typeof duplicateCalls> = {
  /** An Admin's own client; for a SuperAdmin each school system by itself, never across two (calls.csv). */
  findDuplicateUsers: async ({ actor, input }, tx) => {
    if (actor.role !== 'SuperAdmin') return findDuplicates(tx, actor.clientId, input);
    const found: DuplicateUser[] = [];
    for (const { id } of await findClients(tx, {})) {
      await enterTenant(tx, id);
      found.push(...(await findDuplicates(tx, id, input)));
    }
    return found;
  },

  mergeUsers: async ({ actor, input, now }, tx) => {
    const found = await holdAccounts(tx, actor.clientId, [input.keep, input.remove]);
    const mine = (id: string) =>
      authorize(
        actor,
        found.find((account) => account.id === id),
        isBelowCaller,
      );
    const [keep, remove] = [mine(input.keep), mine(input.remove)];
    const obstacle = whyNotMerge(keep, remove);
    if (obstacle) refuse('conflict', obstacle);
    const twice = await findTwiceApplied(tx, { keep, remove });
    await dropApplications(tx, actor.clientId, twice.map(applicationThatGoes));
    await mergeAccounts(tx, { keep, remove });
    const details = { merged: calledBy(remove), email: remove.email, applications_dropped: twice.length };
    const subject = { id: keep.id, name: calledBy(keep) };
    await record(tx, actor, { action: 'merge users', subject, details }, now);
    return { message: 'success' };
  },
};

const calledBy = (account: Account) => nameOf(account) || account.email;

/** Refuses where neither of the two may be lost. */
function applicationThatGoes({ title, kept, removed }: TwiceApplied): string {
  const which = applicationToDrop(kept, removed) ?? refuse('conflict', bothApplied(title));
  return { kept, removed }[which].id;
}

type Filter = InputOf<typeof duplicateCalls.findDuplicateUsers>;

const rolesOf: Record<Filter['role'], Role[]> = {
  Business: ['Business'],
  NotBusiness: ['Student', 'Teacher'],
};

async function findDuplicates(tx: Tx, clientId: string, filter: Filter): Promise<DuplicateUser[]> {
  const roles = rolesOf[filter.role];
  const duplicates = groupDuplicates(await findShared(tx, clientId, roles));
  if (duplicates.length === 0) return [];
  const ids = duplicates.map(({ userId }) => userId);
  const people = new Map((await findListed(tx, clientId, ids)).map((row) => [row.id, toListedUser(row)]));
  const listed = duplicates.flatMap(({ userId, group, same }) => {
    const user = people.get(userId);
    return user ? [{ ...user, client: clientId, group, same }] : [];
  });
  const fitting = new Set(listed.filter((user) => fits(user, filter)).map(({ group }) => group));
  return listed.filter(({ group }) => fitting.has(group));
}

function fits(user: DuplicateUser, { schools, focus_areas, approved }: Filter): boolean {
  const anyOf = (wanted: string[] | null | undefined, has: string[]) =>
    !wanted || wanted.length === 0 || wanted.some((name) => has.includes(name));
  return (
    anyOf(schools, [user.school_attending, ...user.schools]) &&
    anyOf(focus_areas, user.focus_areas) &&
    (!approved || approved === 'All' || user.approved === (approved === 'Approved'))
  );
}
