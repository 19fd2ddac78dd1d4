import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type HoursToApprove, hoursCalls } from '@waypost/contract/placements/hours/calls';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type MouseEvent, useState } from 'react';
import { callQuery, keepFresh, keyOf, refresh, useCall } from '../../client/queries.ts';
import { showDay } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { nextApprove } from '../../ui/focus-next.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { showHours } from '../projects/project-status.ts';
import { byWeek, type InternsWeek, sumOfHours, type Week } from './by-week.ts';
import { type Decision, DisapproveDialog, notifyDecision } from './decision.tsx';
import classes from './HoursToApprove.module.css';
import { showSpan } from './hours-columns.tsx';
import { NotesOnHours } from './NotesOnHours.tsx';

/** Hours to approve: a business decides the pending hours of all interns, by week (docs/behavior/hours.md#approval). */
export default function HoursToApproveScreen() {
  const query = useQuery({ ...callQuery(hoursCalls.getHoursToApprove, {}), ...keepFresh });
  return (
    <Screen
      title={t('Hours to approve')}
      lead={t('Pending hours of all your interns, by week.')}
      action={
        <LinkButton to="/interns/viewall" variant="default">
          {t('All interns')}
        </LinkButton>
      }
    >
      <Loaded query={query}>{({ entries, total }) => <Pending entries={entries} total={total} />}</Loaded>
    </Screen>
  );
}

/** Decides these entries; `leaving` is the part of the page that contains them. */
type Decide = (entries: readonly HoursToApprove[], leaving: Element) => void;

function Pending({ entries, total }: { entries: readonly HoursToApprove[]; total: number }) {
  const queries = useQueryClient();
  const key = keyOf(hoursCalls.getHoursToApprove, {});
  const approve = useCall(hoursCalls.approveHours);
  const home = useFocusHome<HTMLDivElement>();
  const [disapproving, setDisapproving] = useState<HoursToApprove | null>(null);

  /** With one call for each placement. The entries disappear at once, and come back if the server refuses. */
  const decideAll = async (
    chosen: readonly HoursToApprove[],
    business_approved: Decision,
    reason?: string,
  ) => {
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, (now: Reply | undefined) => now && without(now, chosen));
    const decided: HoursToApprove[] = [];
    try {
      for (const project_id of new Set(chosen.map((entry) => entry.project_id))) {
        const own = chosen.filter((entry) => entry.project_id === project_id);
        const fresh = await approve.mutateAsync({
          project_id,
          business_approved,
          hours_id: own.map(({ _id }) => _id),
          ...(reason && { reason }),
        });
        queries.setQueryData(keyOf(projectCalls.loadStudentProject, { project_id }), fresh);
        decided.push(...own.filter(({ _id }) => fresh.hours.some((entry) => entry._id === _id)));
      }
    } finally {
      void refresh(queries, hoursCalls.getHoursToApprove, projectCalls.getInterns);
    }
    const gone = chosen.length - decided.length;
    notifyDecision(business_approved, { hours: sumOfHours(decided), gone, all: chosen.length });
  };
  const approveAll: Decide = (chosen, leaving) => {
    const next = nextApprove(leaving);
    // The failure has already shown its notice.
    void decideAll(chosen, APPROVED).catch(() => undefined);
    next?.focus();
  };
  const disapprove: Decide = ([entry], leaving) => {
    setDisapproving(entry ?? null);
    // The dialog returns the focus there.
    nextApprove(leaving)?.focus();
  };

  return (
    <Stack
      gap="xl"
      component="section"
      aria-label={t('Hours to approve')}
      ref={home}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      {entries.length === 0 ? (
        <EmptyState title={t('No hours are waiting')}>
          {t('New entries appear here as soon as your interns log them.')}
        </EmptyState>
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('{n, plural, one {1 entry} other {{n} entries}} to approve, {hours} hours', {
              n: entries.length,
              hours: showHours(sumOfHours(entries)),
            })}
            {total > entries.length && ` · ${t('the first {n} of {total}', { n: entries.length, total })}`}
          </Text>
          {byWeek(entries).map((week) => (
            <WeekPart key={week.monday} week={week} approve={approveAll} disapprove={disapprove} />
          ))}
        </>
      )}
      <DisapproveDialog
        entry={disapproving}
        name={disapproving ? nameOf(disapproving) : ''}
        onClose={() => setDisapproving(null)}
        onConfirm={(entry, reason) => decideAll([entry], DISAPPROVED, reason)}
      />
    </Stack>
  );
}

interface Reply {
  entries: HoursToApprove[];
  total: number;
}

const without = ({ entries, total }: Reply, chosen: readonly HoursToApprove[]): Reply => ({
  entries: entries.filter(({ _id }) => !chosen.some((one) => one._id === _id)),
  total: total - chosen.length,
});

const nameOf = ({ intern }: { intern: string }) => intern || t('A former student');

interface PartProps {
  approve: Decide;
  disapprove: Decide;
}

/** The part of the page around the pressed button, which disappears with it. */
const partOf = ({ currentTarget }: MouseEvent<Element>, what: string) =>
  currentTarget.closest(what) ?? currentTarget;

function WeekPart({ week, ...decide }: PartProps & { week: Week }) {
  const entries = week.interns.flatMap((own) => own.entries);
  const day = showDay(week.monday);
  const hours = showHours(sumOfHours(entries));
  return (
    <section aria-label={t('Week of {day}', { day })} data-week>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h3">
            {t('Week of {day}', { day })}
          </Title>
          {entries.length > 1 && (
            <Text size="sm" c="dimmed">
              {t('{count, plural, one {1 entry} other {{count} entries}}, {hours} hours', {
                count: entries.length,
                hours,
              })}
            </Text>
          )}
        </div>
        {week.interns.length > 1 && (
          <Button
            data-approve
            aria-label={t('Approve the whole week of {day}: {hours} hours', { day, hours })}
            onClick={(event) => decide.approve(entries, partOf(event, '[data-week]'))}
          >
            {t('Approve the whole week')}
          </Button>
        )}
      </Group>
      <Stack gap="md">
        {week.interns.map((own) => (
          <InternsPart key={own.project_id} own={own} day={day} {...decide} />
        ))}
      </Stack>
    </section>
  );
}

function InternsPart({ own, day, approve, disapprove }: PartProps & { own: InternsWeek; day: string }) {
  const hours = showHours(sumOfHours(own.entries));
  const name = nameOf(own);
  return (
    <Paper withBorder p="lg" component="article" aria-label={t('{name}, week of {day}', { name, day })}>
      <Group justify="space-between" mb="sm">
        <div>
          <TextLink to="/interns/hours_log/$project_id" params={{ project_id: own.project_id }} fw={600}>
            {name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {own.entries.length > 1
              ? t('{title}, {hours} hours', { title: own.opportunity_title, hours })
              : own.opportunity_title}
          </Text>
        </div>
        {own.entries.length > 1 && (
          <Button
            variant="light"
            data-approve
            aria-label={t('Approve all {n} of {name} in the week of {day}: {hours} hours', {
              n: own.entries.length,
              name,
              day,
              hours,
            })}
            onClick={(event) => approve(own.entries, partOf(event, 'article'))}
          >
            {t('Approve all {n}', { n: own.entries.length })}
          </Button>
        )}
      </Group>
      <ul className={classes.entries}>
        {own.entries.map((entry) => {
          const what = { name, hours: showHours(entry.total_hours), days: showSpan(entry) };
          return (
            <li key={entry._id}>
              <div className={classes.entry}>
                <Text fw={600}>{t('{days}: {hours} hours', what)}</Text>
                <Text className={classes.log}>{entry.text_log}</Text>
                <NotesOnHours notes={entry.notes} />
              </div>
              <Group gap="xs">
                <Button
                  data-approve
                  aria-label={t('Approve {name}’s {hours} hours on {days}', what)}
                  onClick={(event) => approve([entry], partOf(event, 'li'))}
                >
                  {t('Approve')}
                </Button>
                <Button
                  variant="default"
                  aria-label={t('Disapprove {name}’s {hours} hours on {days}', what)}
                  onClick={(event) => disapprove([entry], partOf(event, 'li'))}
                >
                  {t('Disapprove')}
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}
