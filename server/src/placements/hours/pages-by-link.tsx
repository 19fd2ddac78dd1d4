import { createHash } from 'node:crypto';
import { mondayOf, shownDay } from '@waypost/contract/dates';
import { clipText } from '@waypost/contract/graphemes';
import { msg, t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { notesInWords } from '@waypost/contract/placements/hours/words';
import { shownRecord } from '@waypost/contract/time-zones';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Field, type FormState, Problem } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { DecidedEntries, PendingEntry } from './by-link-queries.ts';
import { sumOfHours } from './hours-approval.ts';
import type { notesFrom } from './present.ts';

/** The pages of the link about hours: the entries to decide, and what was decided meanwhile. */

interface Page {
  form: FormState;
  now: Date;
  notesOn: ReturnType<typeof notesFrom>;
}

/** Names exactly these entries, in few bytes. */
export const digestOf = (entries: readonly PendingEntry[]) =>
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

/** The entries of each intern, with their placement. */
export function byIntern(entries: readonly PendingEntry[]): InternsEntries[] {
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

/** The pending entries by intern and week, with buttons for all, some or each. */
export function toForm(pending: readonly PendingEntry[], page: Page) {
  const { form, now } = page;
  const groups = byIntern(pending);
  let shown = Math.min(40, pending.length);
  let list = toList(groups, page, shown);
  while (Buffer.byteLength(renderToStaticMarkup(list)) > ROOM && shown > 1) {
    shown = Math.floor(shown * 0.75);
    list = toList(groups, page, shown);
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
function toList(groups: readonly InternsEntries[], page: Page, room: number) {
  const checked = new Set(page.form.values.getAll('entry'));
  let left = room;
  const sections = groups.map((group) => {
    const visible = group.entries.slice(0, left);
    left -= visible.length;
    // The page has one main button: that for everything, if there are several interns.
    return (
      visible.length > 0 &&
      toSection(group, visible, { checked, notesOn: page.notesOn, isSecond: groups.length > 1 })
    );
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
  { checked, notesOn, isSecond }: Pick<Page, 'notesOn'> & { checked: ReadonlySet<string>; isSecond: boolean },
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
                    {notesInWords(notesOn(entry.id)).map((note) => (
                      <em key={note}>{note}</em>
                    ))}
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
export function toDecided(decided: readonly DecidedEntries[], { client: { timeZone } }: LinkCaller) {
  const lines = decided.map(({ firstName, lastName, isApproved, entries, hours, at }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
    <li key={index} className="receipt">
      {firstName ? shortName(firstName, lastName) : t('A former student')}:{' '}
      {t(isApproved ? ENTRIES_APPROVED : ENTRIES_DISAPPROVED, { entries, hours })}
      <br />
      <span className="soft">{shownRecord(timeZone, at)}</span>
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

export const ENTRIES_APPROVED = msg(
  '{entries, plural, one {# entry} other {# entries}} approved, {hours} hours',
);
