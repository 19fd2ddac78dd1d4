import type { InputOf } from '@waypost/contract/call';
import { partOf } from '@waypost/contract/list-part';
import type { DuplicateUser, duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import {
  applicationToDrop,
  bothApplied,
  type Duplicate,
  groupDuplicates,
  whyNotMerge,
} from '@waypost/contract/oversight/duplicates/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Role } from '@waypost/contract/roles';
import { findListed, findMatching } from '../../people/directory/list-queries.ts';
import { toListedUser } from '../../people/directory/present.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { nameOf } from '../../platform/access/person-queries.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { ROWS_IN_A_BATCH } from '../../platform/database/cursor.ts';
import { findClients } from '../../school-system/clients/queries.ts';
import {
  type Account,
  type DuplicateApplication,
  dropApplications,
  findDuplicateApplications,
  lockAccounts,
  mergeAccounts,
} from './merge-queries.ts';
import { findShared } from './queries.ts';

/** Accounts that look like one person's, and merging two of them (docs/behavior/duplicates.md). */
export const duplicateHandlers: Handlers<typeof duplicateCalls> = {
  /** An Admin's own client; for a SuperAdmin each school system separately (agreed-calls.csv). */
  findDuplicateUsers: {
    page: async (request, tx) => {
      const accounts = await findAll(request, tx);
      const { limit, offset } = partOf(request.input);
      return listDuplicates(tx, request.actor, accounts.slice(offset, offset + limit));
    },
    /** Groups can only be computed from all accounts; the rows' details are read in batches. */
    whole: async function* (request, tx) {
      const accounts = (await findAll(request, tx)).slice(request.input.offset ?? 0);
      for (let from = 0; from < accounts.length; from += ROWS_IN_A_BATCH)
        yield await listDuplicates(tx, request.actor, accounts.slice(from, from + ROWS_IN_A_BATCH));
    },
  },

  mergeUsers: async ({ actor, input, now }, tx) => {
    const found = await lockAccounts(tx, actor.clientId, [input.keep, input.remove]);
    const mine = (id: string) =>
      authorize(
        actor,
        found.find((account) => account.id === id),
        isBelowCaller,
      );
    const [keep, remove] = [mine(input.keep), mine(input.remove)];
    const obstacle = whyNotMerge(keep, remove);
    if (obstacle) refuse('conflict', obstacle);
    const twice = await findDuplicateApplications(tx, { keep, remove });
    await dropApplications(tx, actor.clientId, twice.map(requireIdToDrop));
    await mergeAccounts(tx, { keep, remove });
    const details = { merged: calledBy(remove), email: remove.email, applications_dropped: twice.length };
    const subject = { id: keep.id, name: calledBy(keep) };
    await record(tx, actor, { action: 'merge users', subject, details }, now);
    return { message: 'success' };
  },
};

const calledBy = (account: Account) => nameOf(account) || account.email;

/** The id of the application to drop; 409 if neither of the two can be dropped. */
function requireIdToDrop({ title, kept, removed }: DuplicateApplication): string {
  const which = applicationToDrop(kept, removed) ?? refuse('conflict', bothApplied(title));
  return { kept, removed }[which].id;
}

type Filter = InputOf<typeof duplicateCalls.findDuplicateUsers>;

const rolesOf: Record<NonNullable<Filter['role']>, Role[]> = {
  Business: ['Business'],
  NotBusiness: ['Student', 'Teacher'],
};

/** The groups with an account that matches the filter, each complete. */
async function findDuplicates(tx: Tx, clientId: string, filter: Filter): Promise<Duplicate[]> {
  const roles = filter.role ? rolesOf[filter.role] : Object.values(rolesOf).flat();
  const duplicates = groupDuplicates(await findShared(tx, clientId, roles));
  const { schools, focus_areas: areas, approved } = filter;
  const narrows = schools?.length || areas?.length || (approved && approved !== 'All');
  if (!narrows || duplicates.length === 0) return duplicates;
  const ids = duplicates.map(({ userId }) => userId);
  const fitting = new Set(
    await findMatching(tx, {
      clientId,
      ids,
      schools: schools ?? [],
      focusAreas: areas ?? [],
      approved: approved ?? 'All',
    }),
  );
  const groups = new Set(duplicates.filter(({ userId }) => fitting.has(userId)).map(({ group }) => group));
  return duplicates.filter(({ group }) => groups.has(group));
}

type Listed = Duplicate & { clientId: string };

/** The duplicates of each client that the caller may see, one client after another. */
async function findAll(request: Request<Filter>, tx: Tx): Promise<Listed[]> {
  const { actor, input } = request;
  const mayAsk = actor.role === 'SuperAdmin' ? await findClients(tx, {}) : [{ id: actor.clientId }];
  const found: Listed[] = [];
  for (const { id: clientId } of mayAsk) {
    if (clientId !== actor.clientId) await enterTenant(tx, clientId);
    for (const account of await findDuplicates(tx, clientId, input)) found.push({ ...account, clientId });
  }
  request.announceTotal(found.length);
  return found;
}

/** The rows of these accounts, each read in its own client. */
async function listDuplicates(tx: Tx, actor: Actor, accounts: Listed[]): Promise<DuplicateUser[]> {
  const rows: DuplicateUser[] = [];
  for (const clientId of new Set(accounts.map((account) => account.clientId))) {
    if (actor.role === 'SuperAdmin') await enterTenant(tx, clientId);
    const its = accounts.filter((account) => account.clientId === clientId);
    const ids = its.map(({ userId }) => userId);
    const people = new Map((await findListed(tx, clientId, ids)).map((row) => [row.id, toListedUser(row)]));
    for (const { userId, group, same } of its) {
      const user = people.get(userId);
      if (user) rows.push({ ...user, client: clientId, group, same });
    }
  }
  return rows;
}
