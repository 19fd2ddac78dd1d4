import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { APPROVED, DISAPPROVED, PENDING, tallyHours } from '@waypost/contract/placements/hours/rules';
import { type HoursEntry, type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { ITEM_APPROVED } from '@waypost/contract/placements/projects/rules';
import { useState } from 'react';
import { keepFresh, keyOf, refresh, subjectQuery, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { nextApprove } from '../../ui/focus-next.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { HoursBar } from '../projects/HoursBar.tsx';
import { nameOfIntern } from '../projects/intern-name.ts';
import { showHours } from '../projects/project-status.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { type Decision, DisapproveDialog, notifyDecision, REOPENS } from './decision.tsx';
import classes from './HoursApproval.module.css';
import { countHours, hoursColumns, showSpan } from './hours-columns.tsx';

/** Intern Hours Log: the business approves entries, and staff read them (docs/behavior/hours.md#approval). */
export default function HoursApprovalScreen() {
  const { project_id } = useParams({ from: '/interns/hours_log/$project_id' });
  const { role } = useUser();
  const project = useQuery({
    ...subjectQuery(projectCalls.loadStudentProject, { project_id }),
    // Poll for new entries if the reader may approve them.
    ...(role === 'Business' && keepFresh),
  });
  return (
    <Screen
      title={t('Intern Hours Log')}
      lead={
        project.data && `${nameOfIntern(project.data)}, ${project.data.opportunity_id_fk.opportunity_title}`
      }
      action={
        role === 'Business' && (
          <Group gap="xs">
            <LinkButton to="/interns/hours" variant="default">
              {t('Hours by week')}
            </LinkButton>
            <LinkButton to="/interns/viewall" variant="default">
              {t('All interns')}
            </LinkButton>
          </Group>
        )
      }
    >
      <Loaded query={project}>
        {(found) => <Approval project={found} mayDecide={role === 'Business'} />}
      </Loaded>
    </Screen>
  );
}

function Approval({ project, mayDecide }: { project: Project; mayDecide: boolean }) {
  const queries = useQueryClient();
  const keep = useKeepProject();
  const key = keyOf(projectCalls.loadStudentProject, { project_id: project._id });
  const decide = useCall(hoursCalls.approveHours, {
    // The row and the totals change immediately, and revert if the server refuses.
    onMutate: async ({ hours_id, business_approved }) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Project>(key);
      queries.setQueryData<Project>(key, (now) => now && decided(now, [hours_id].flat(), business_approved));
      return before;
    },
    onError: (_error, _input, before) => queries.setQueryData(key, before),
    onSettled: () => refresh(queries, projectCalls.getInterns),
  });
  const pending = project.hours.filter((entry) => entry.business_approved === PENDING);
  const home = useFocusHome<HTMLDivElement>();
  const [disapproving, setDisapproving] = useState<HoursEntry | null>(null);
  const [approving, setApproving] = useState<HoursEntry | null>(null);
  const isSignedOff = isLogApproved(project);

  /** Decides these entries with one call, and confirms it if all of them were decided. */
  const decideAll = async (entries: readonly HoursEntry[], business_approved: Decision, reason?: string) => {
    const ids = entries.map((entry) => entry._id);
    const hours_id = ids.length === 1 ? String(ids[0]) : ids;
    const fresh = await decide.mutateAsync({
      project_id: project._id,
      hours_id,
      business_approved,
      ...(reason && { reason }),
    });
    await keep(fresh);
    const left = fresh.hours.filter(({ _id }) => ids.includes(_id));
    const { counted, disapproved } = tallyHours(left);
    notifyDecision(business_approved, {
      hours: counted.hours + disapproved.hours,
      gone: ids.length - left.length,
      all: ids.length,
      reopened: isSignedOff && !isLogApproved(fresh),
    });
  };
  const decideOne = (entry: HoursEntry, business_approved: Decision) => {
    if (business_approved === DISAPPROVED) {
      setDisapproving(entry);
      return;
    }
    if (isSignedOff && entry.business_approved === DISAPPROVED) {
      setApproving(entry);
      return;
    }
    // The failure's notice says what went wrong, and the row reverts.
    void decideAll([entry], business_approved).catch(() => undefined);
  };

  if (project.hours.length === 0)
    return (
      <EmptyState title={t('No hours yet')}>
        {t('They appear here as soon as the student logs them.')}
      </EmptyState>
    );
  return (
    <Stack
      gap="md"
      component="section"
      aria-label={t('Hours')}
      ref={home}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Paper withBorder px="md" py="sm" role="status">
        <HoursBar
          internshipType={project.opportunity_id_fk.internship_type}
          accepted={project.reportData.accepted_hours}
          pending={project.reportData.pending_hours}
        />
      </Paper>
      {mayDecide && pending.length > 0 && (
        <Alert color="amber" py="xs">
          <Group gap="md">
            <Text size="sm" fw={700}>
              {t('{n, plural, one {1 entry to approve} other {{n} entries to approve}}', {
                n: pending.length,
              })}
            </Text>
            <Text size="sm" flex="1 1 16rem">
              {t('Approve or disapprove each entry, or approve them all.')}{' '}
              {isSignedOff && t('The school approved this log. Approving more hours reopens it.')}
            </Text>
            <Button
              onClick={() => void decideAll(pending, APPROVED).catch(() => undefined)}
              loading={decide.isPending}
            >
              {t('{n, plural, one {Approve it} other {Approve all {n}}}', { n: pending.length })}
            </Button>
          </Group>
        </Alert>
      )}
      <DataTable
        caption={t('{name}’s hours', { name: nameOfIntern(project) })}
        columns={mayDecide ? [...hoursColumns, decision(decideOne)] : hoursColumns}
        rows={project.hours.toReversed()}
        rowKey={(entry) => entry._id}
        count={() => countHours(project.hours)}
        // The buttons take the space of the activity.
        wide={mayDecide}
      />
      <DisapproveDialog
        entry={disapproving}
        name={nameOfIntern(project)}
        reopens={isSignedOff && disapproving?.business_approved === APPROVED}
        onClose={() => setDisapproving(null)}
        onConfirm={(entry, reason) => decideAll([entry], DISAPPROVED, reason)}
      />
      <ConfirmDialog
        opened={approving !== null}
        onClose={() => setApproving(null)}
        onConfirm={() => approving && decideAll([approving], APPROVED)}
        title={t('Approve {totalHours} hours?', { totalHours: showHours(approving?.total_hours ?? 0) })}
        confirm={t('Approve hours')}
      >
        {t(REOPENS)}
      </ConfirmDialog>
    </Stack>
  );
}

/** Whether staff approved the activity log. */
const isLogApproved = ({ reportData }: Project) => reportData.activity_log_status === ITEM_APPROVED;

/** The project as it will be after the decision. */
function decided(
  project: Project,
  ids: readonly string[],
  business_approved: HoursEntry['business_approved'],
): Project {
  const hours = project.hours.map((entry) =>
    ids.includes(entry._id) ? { ...entry, business_approved } : entry,
  );
  const withDecision = (decision: number) => hours.filter((entry) => entry.business_approved === decision);
  const sum = (entries: HoursEntry[]) => entries.reduce((all, entry) => all + entry.total_hours, 0);
  const [accepted_hours, pending_hours] = [sum(withDecision(APPROVED)), sum(withDecision(PENDING))];
  return {
    ...project,
    hours,
    reportData: {
      ...project.reportData,
      accepted_hours,
      pending_hours,
      total_hours: accepted_hours + pending_hours,
      pending_count: withDecision(PENDING).length,
    },
  };
}

/** Pending: Approve and Disapprove. Decided: a checkbox that toggles between the two. */
const decision = (decide: (entry: HoursEntry, business_approved: Decision) => void): Column<HoursEntry> => ({
  key: 'accepted',
  header: t('{of, select, other {Accepted}}', { of: 'entry' }),
  cell: (entry) => {
    const what = { hours: showHours(entry.total_hours), days: showSpan(entry) };
    if (entry.business_approved !== PENDING)
      return (
        <Checkbox
          size="lg"
          aria-label={t('Accept {hours} hours on {days}', what)}
          checked={entry.business_approved === APPROVED}
          onChange={(event) => decide(entry, event.currentTarget.checked ? APPROVED : DISAPPROVED)}
        />
      );
    const decideAndFocusNext = (pressed: Element, business_approved: Decision) => {
      const next = nextApprove(pressed);
      decide(entry, business_approved);
      next?.focus();
    };
    return (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          className={classes.decide}
          onClick={({ currentTarget }) => decideAndFocusNext(currentTarget, APPROVED)}
          data-approve
          aria-label={t('Approve {hours} hours on {days}', what)}
        >
          {t('Approve')}
        </Button>
        <Button
          size="compact-sm"
          className={classes.decide}
          variant="default"
          onClick={({ currentTarget }) => decideAndFocusNext(currentTarget, DISAPPROVED)}
          aria-label={t('Disapprove {hours} hours on {days}', what)}
        >
          {t('Disapprove')}
        </Button>
      </Group>
    );
  },
});
