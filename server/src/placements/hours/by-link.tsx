import { msg, t } from '@waypost/contract/i18n';
import { DisapprovalInput } from '@waypost/contract/placements/hours/forms';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { refuse } from '@waypost/contract/refusal';
import type { LinkAction, Outcome, Purpose, Submission } from '../../messages/links/purpose.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { readInput } from '../../platform/access/input.ts';
import { isOfLinkedBusiness } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { lockProject, recordAction, wholeOf } from '../projects/project-changes.ts';
import {
  isApprovedByLink,
  listDecidedByLink,
  listPendingByLink,
  type PendingEntry,
} from './by-link-queries.ts';
import { findSurroundingsByLink } from './day-queries.ts';
import { decideHours, REOPENED_BY_HOURS } from './hours-approval.ts';
import { byIntern, digestOf, ENTRIES_APPROVED, toDecided, toForm } from './pages-by-link.tsx';
import { notesFrom } from './present.ts';

/** The pending hours of a business's interns, or of those that the link's recipient supervises. */
export const hoursPurpose: Purpose = {
  call: 'approveHours',
  title: msg('Approve hours'),
  mayPassOn: true,

  async open(tx, link, now) {
    if (!(await isApprovedByLink(tx, link.clientId, link.subjectId))) return null;
    const entries = await listPendingByLink(tx, link);
    if (entries.length > 0) {
      const notesOn = notesFrom(await findSurroundingsByLink(tx));
      return (form) => toForm(entries, { form, now, notesOn });
    }
    const decided = await listDecidedByLink(tx, link);
    return decided.length === 0 ? null : () => toDecided(decided, link);
  },

  async act(tx, link, submission): Promise<Outcome> {
    if (!(await isApprovedByLink(tx, link.clientId, link.subjectId))) refuse('conflict');
    const projects = await lockProjects(tx, link);
    const { decision, chosen, reason } = readChoice(await listPendingByLink(tx, link), submission);
    const by = { name: submission.name, via: 'link' } as const;
    const reopened: PendingEntry['projectId'][] = [];
    const actions: LinkAction[] = [];
    for (const { projectId, intern, entries } of byIntern(chosen)) {
      // Another placement got its first entry in the meantime.
      const project = projects.get(projectId) ?? refuse('conflict', t(CHANGED));
      const ids = entries.map(({ id }) => id);
      const decided = await decideHours(tx, project, { entryIds: ids, decision, reason, by }, submission.now);
      if (decided.reopened) reopened.push(projectId);
      if (decided.details)
        actions.push({
          action: 'decide hours',
          about: intern,
          details: { project: projectId, ...decided.details },
        });
    }
    return {
      actions,
      isDone: (await listPendingByLink(tx, link)).length === 0,
      after: (server) => recordReopened(server, link, reopened, submission),
    };
  },

  receipt: ({ decision, entries, hours, reason }) => {
    const values = { entries: Number(entries), hours: String(hours) };
    if (decision === 'approved') return t(ENTRIES_APPROVED, values);
    return t(
      '{entries, plural, one {# entry} other {# entries}} disapproved, {hours} hours. Reason: {reason}',
      {
        ...values,
        reason: String(reason ?? ''),
      },
    );
  },
};

const CHANGED = msg('These hours have changed since you opened the page. Check them again.');
const NONE_CHECKED = msg('Check the entries to approve or disapprove');

/**
 * Locks the placements with pending hours, so their entries can be compared with what the page showed. In the order of
 * their ids, so two people who decide several placements at once cannot deadlock.
 */
async function lockProjects(tx: Tx, link: LinkCaller) {
  const ids = new Set((await listPendingByLink(tx, link)).map(({ projectId }) => projectId));
  const projects = new Map<string, Awaited<ReturnType<typeof lockProject>>>();
  for (const id of [...ids].sort()) projects.set(id, await lockProject(link, id, tx, isOfLinkedBusiness));
  return projects;
}

/** Records, as with an account, that a decision revoked staff's approval. */
async function recordReopened(
  tx: Tx,
  link: LinkCaller,
  projectIds: readonly string[],
  { name, now }: Submission,
) {
  const doer = doneBy({ clientId: link.clientId, id: null, name });
  for (const projectId of projectIds) {
    const project = await lockProject(link, projectId, tx, isOfLinkedBusiness);
    await recordAction(tx, doer, 're-open project item', await wholeOf(project, tx), REOPENED_BY_HOURS, now);
  }
}

interface Choice {
  decision: 1 | -1;
  chosen: PendingEntry[];
  reason: string;
}

/**
 * The selected entries: everything, all of one intern (`all <placement> <count>`), the first ones if not all fit on the
 * page (`first <placement> <count> <digest>`), or the checked ones. Never includes entries that the page did not show.
 */
function readChoice(pending: readonly PendingEntry[], { values }: Submission): Choice {
  const [way = '', ...rest] = (values.get('do') ?? '').split(' ');
  const seen = new Date(values.get('seen') ?? '');
  const known = pending.filter(({ createdAt }) => createdAt <= seen);
  const isOf = (projectId?: string) => (entry: PendingEntry) =>
    projectId === undefined || entry.projectId === projectId;
  if (way === 'all') {
    const [count, projectId] = rest.toReversed();
    const chosen = known.filter(isOf(projectId));
    if (chosen.length === 0 || chosen.length !== Number(count)) refuse('conflict', t(CHANGED));
    return { decision: APPROVED, chosen, reason: '' };
  }
  if (way === 'first') {
    const [digest, count, projectId] = rest.toReversed();
    const chosen = known.filter(isOf(projectId)).slice(0, Number(count));
    if (chosen.length === 0 || digestOf(chosen) !== digest) refuse('conflict', t(CHANGED));
    return { decision: APPROVED, chosen, reason: '' };
  }
  const ids = new Set(values.getAll('entry'));
  const chosen = known.filter(({ id }) => ids.has(id));
  if (ids.size === 0) refuse('invalid-input', t(NONE_CHECKED), { entry: [t(NONE_CHECKED)] });
  if (chosen.length !== ids.size) refuse('conflict', t(CHANGED));
  if (way === 'approve') return { decision: APPROVED, chosen, reason: '' };
  if (way !== 'disapprove') refuse('invalid-input');
  const { reason } = readInput(DisapprovalInput, { reason: values.get('reason') });
  return { decision: DISAPPROVED, chosen, reason };
}
