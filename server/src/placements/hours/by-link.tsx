import { createHash } from 'node:crypto';
import { mondayOf } from '@waypost/contract/dates';
import { clipText } from '@waypost/contract/graphemes';
import { msg, t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { DisapprovalInput } from '@waypost/contract/placements/hours/forms';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { refuse } from '@waypost/contract/refusal';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Field, type FormState, Problem, shownDay, shownMoment } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { LinkAction, Outcome, Purpose, Submission } from '../../messages/links/purpose.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { readInput } from '../../platform/access/input.ts';
import { isOfLinkedBusiness } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { lockProject, recordAction, wholeOf } from '../projects/project-changes.ts';
import {
  type DecidedEntries,
  isApprovedByLink,
  listDecidedByLink,
  listPendingByLink,
  type PendingEntry,
} from './by-link-queries.ts';
import { decideHours, REOPENED_BY_HOURS, sumOfHours } from './hours-approval.ts';

/** The pending hours of a business's interns, or of those that the link's recipient supervises. */
export const hoursPurpose: Purpose = {
  call: 'approveHours',
  title: msg('Approve hours'),
  mayPassOn: true,

  async open(tx, link, now) {
    if (!(await isApprovedByLink(tx, link.clientId, link.subjectId))) return null;
    const entries = await listPendingByLink(tx, link);
    if (entries.length > 0) return (form) => toForm(entries, form, now);
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

const ENTRIES_APPROVED = msg('{entries, plural, one {# entry} other {# entries}} approved, {hours} hours');
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

/** Names exactly these entries, in few bytes. */
const digestOf = (entries: readonly PendingEntry[]) =>
  createHash('sha256')
    .update(entries.map(({ id }) => id).join())
    .digest('hex')
    .slice(0, 32);

interface InternsEntries {
  projectId: string;
  intern: { id: string; name: string } | null;
  title: string;
  entries: PendingEntry[];
}

function byIntern(entries: readonly PendingEntry[]): InternsEntries[] {
  const groups = new Map<string, InternsEntries>();
  for (const entry of entries) {
    const { projectId, studentId, firstName, lastName, title } = entry;
    const intern =
      studentId === null || !firstName ? null : { id: studentId, name: shortName(firstName, lastName) };
    const group = groups.get(projectId) ?? { projectId, intern, title, entries: [] };
    group.entries.push(entry);
    groups.set(projectId, group);
  }
  return [...groups.values()];
}

/** The maximum bytes of the list: with the rest, the page stays below 15 kB. */
const ROOM = 7_000;
const LOG_SHOWN = 140;

function toForm(pending: readonly PendingEntry[], form: FormState, now: Date) {
  const groups = byIntern(pending);
  let shown = Math.min(40, pending.length);
  let list = toList(groups, form, shown);
  while (Buffer.byteLength(renderToStaticMarkup(list)) > ROOM && shown > 1) {
    shown = Math.floor(shown * 0.75);
    list = toList(groups, form, shown);
  }
  return (
    <>
      <p>
        {t(
          '{entries, plural, one {# entry is} other {# entries are}} waiting for your approval, {hours} hours in all.',
          { entries: pending.length, hours: sumOfHours(pending) },
        )}
      </p>
      <Form>
        <input type="hidden" name="seen" value={now.toISOString()} />
        <NameField form={form} />
        <Problem form={form} name="entry" />
        {list}
        {groups.length > 1 && (
          <>
            <h2>{t('All interns')}</h2>
            {shown < pending.length ? (
              <Button value={`first ${shown} ${digestOf(pending.slice(0, shown))}`}>
                {t('Approve everything shown ({entries, plural, one {# entry} other {# entries}})', {
                  entries: shown,
                })}
              </Button>
            ) : (
              <Button value={`all ${pending.length}`}>
                {t('Approve everything ({entries, plural, one {# entry} other {# entries}})', {
                  entries: pending.length,
                })}
              </Button>
            )}
          </>
        )}
        <h2>{t('Only some of them')}</h2>
        <p>{t('Check the entries above that you want to approve or disapprove.')}</p>
        <Button isSecond value="approve">
          {t('Approve the checked entries')}
        </Button>
        <Field
          form={form}
          name="reason"
          label={t('Reason for disapproving')}
          hint={t('The student reads it and can correct the entry.')}
          required={false}
          maxLength={500}
        />
        <Button isSecond value="disapprove">
          {t('Disapprove the checked entries')}
        </Button>
      </Form>
    </>
  );
}

/** The interns with their entries by week, as many as fit. */
function toList(groups: readonly InternsEntries[], form: FormState, room: number) {
  const checked = new Set(form.values.getAll('entry'));
  let left = room;
  const sections = groups.map((group) => {
    const visible = group.entries.slice(0, left);
    left -= visible.length;
    // The page has one main button: that for everything, if there are several interns.
    return visible.length > 0 && toSection(group, visible, checked, groups.length > 1);
  });
  const hidden = groups.flatMap(({ entries }) => entries).slice(room);
  return (
    <>
      {sections}
      {hidden.length > 0 && (
        <p>
          {t('and {entries, plural, one {# more entry} other {# more entries}}, {hours} hours', {
            entries: hidden.length,
            hours: sumOfHours(hidden),
          })}
          . {t('You see them here once those above are decided.')}
        </p>
      )}
    </>
  );
}

/** An intern's entries that fit, with a button that approves nothing else. */
function toSection(
  { projectId, intern, title, entries }: InternsEntries,
  visible: readonly PendingEntry[],
  checked: ReadonlySet<string>,
  isSecond: boolean,
) {
  const name = intern?.name ?? t('A former student');
  const values = { name, entries: visible.length, hours: sumOfHours(visible) };
  return (
    <section key={projectId}>
      <h2>
        {name}, {clipped(title, 60)}
      </h2>
      {weeksOf(visible).map(([monday, its]) => (
        <Fragment key={monday}>
          <h3>{t('Week of {day}: {hours} hours', { day: shownDay(monday), hours: sumOfHours(its) })}</h3>
          <ul>
            {its.map((entry) => (
              <li key={entry.id}>
                <label className="entry">
                  <input
                    type="checkbox"
                    name="entry"
                    value={entry.id}
                    defaultChecked={checked.has(entry.id)}
                  />
                  <span>
                    <b>{spanOf(entry)}</b>
                    {clipped(entry.textLog, LOG_SHOWN)}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {visible.length === entries.length ? (
        <Button isSecond={isSecond} value={`all ${projectId} ${entries.length}`}>
          {t(
            'Approve all of {name}: {entries, plural, one {# entry} other {# entries}}, {hours} hours',
            values,
          )}
        </Button>
      ) : (
        <Button isSecond={isSecond} value={`first ${projectId} ${visible.length} ${digestOf(visible)}`}>
          {t(
            'Approve these of {name}: {entries, plural, one {# entry} other {# entries}}, {hours} hours',
            values,
          )}
        </Button>
      )}
    </section>
  );
}

/** What was done meanwhile, by an account or another link. */
function toDecided(decided: readonly DecidedEntries[], { client: { timeZone } }: LinkCaller) {
  const lines = decided.map(({ firstName, lastName, isApproved, entries, hours, at }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
    <li key={index} className="receipt">
      {firstName ? shortName(firstName, lastName) : t('A former student')}:{' '}
      {t(isApproved ? ENTRIES_APPROVED : ENTRIES_DISAPPROVED, { entries, hours })}
      <br />
      <span className="soft">{shownMoment(at, timeZone)}</span>
    </li>
  ));
  return (
    <>
      <p>{t('Nothing is left to do here.')}</p>
      <h2>{t('What was decided since this was sent')}</h2>
      <ul>{lines}</ul>
    </>
  );
}

const ENTRIES_DISAPPROVED = msg(
  '{entries, plural, one {# entry} other {# entries}} disapproved, {hours} hours',
);

const spanOf = ({ startDate, endDate, totalHours }: PendingEntry) => {
  const days = startDate === endDate ? shownDay(startDate) : `${shownDay(startDate)} – ${shownDay(endDate)}`;
  return t('{days}: {hours} hours', { days, hours: totalHours.toFixed(2) });
};

const clipped = (text: string, length: number) => clipText(text.replace(/\s+/g, ' ').trim(), length);

/** Entries by the Monday of their first day. */
function weeksOf(entries: readonly PendingEntry[]): [string, PendingEntry[]][] {
  const weeks = new Map<string, PendingEntry[]>();
  for (const entry of entries) {
    const monday = mondayOf(entry.startDate);
    weeks.set(monday, [...(weeks.get(monday) ?? []), entry]);
  }
  return [...weeks];
}
