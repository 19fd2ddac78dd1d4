import { Group, Paper, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { SUMMARY_WORDS, summaryDue, whyNotSaveSummary } from '@waypost/contract/placements/final-work/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { ITEM_APPROVED, SUBMITTED } from '@waypost/contract/placements/projects/rules';
import { dayIn } from '@waypost/contract/time-zones';
import { useUser } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { showDay, showMoment } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ItemBadge } from '../projects/ItemBadge.tsx';
import { ProjectScreen } from '../projects/ProjectScreen.tsx';
import { Prose } from '../projects/Prose.tsx';
import { useWorksOn } from '../projects/use-works-on.ts';
import { SummaryForm } from './SummaryForm.tsx';

/** The final summary: written until staff approve it, then read-only (docs/behavior/final-work.md#summary). */
export default function SummaryScreen() {
  const { id } = useParams({ from: '/project/$id/summary' });
  return (
    <ProjectScreen id={id} title={t('Final Summary')} schoolwork>
      {(project) => <Summary project={project} />}
    </ProjectScreen>
  );
}

function Summary({ project }: { project: Project }) {
  const { role } = useUser();
  const zone = useTimeZone();
  const { reportData } = project;
  const summary = project.final_summary ?? { text: '', updatedAt: null };
  const status = reportData.final_summary_status;
  const isOwn = role === 'Student';
  const isApproved = status === ITEM_APPROVED;
  const writes = useWorksOn() && whyNotSaveSummary({ isApproved }) === null;

  return (
    <Stack gap="lg">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="xs">
          <Group justify="space-between" gap="sm">
            <Text fw={600}>{dueSentence(project, zone)}</Text>
            <ItemBadge status={status} />
          </Group>
          {(writes || (isOwn && isApproved)) && (
            <Text size="sm" role="status">
              {whatNext(isApproved, status === SUBMITTED)}
            </Text>
          )}
        </Stack>
      </Paper>
      {writes && <SummaryForm project={project} />}
      {!writes && summary.text === '' && (
        <EmptyState title={t('No summary yet')}>
          {isOwn ? t('You have not written one.') : t('The student has not written one.')}
        </EmptyState>
      )}
      {!writes && summary.text !== '' && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="sm">
            <Prose>{summary.text}</Prose>
            {summary.updatedAt && (
              <Text size="sm" c="dimmed">
                {t('Saved on {date}', { date: showMoment(summary.updatedAt) })}
              </Text>
            )}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}

function dueSentence(
  { opportunity_id_fk: { employment_stop }, ended_at, final_summary }: Project,
  zone: string,
): string {
  const due = summaryDue(employment_stop, ended_at && dayIn(zone, new Date(ended_at)));
  const late = !final_summary?.text && due < dayIn(zone, new Date());
  return late
    ? t('Was due by {date}, within a week of the end', { date: showDay(due) })
    : t('Due by {date}, within a week of the end', { date: showDay(due) });
}

function whatNext(isApproved: boolean, isIn: boolean): string {
  if (isApproved) return t('Your school approved your summary, so you can’t change it.');
  if (isIn) return t('Your summary is submitted. You can edit it until your school approves it.');
  return t('In about {summaryWords} words, say what you did, what you learned, and what comes next.', {
    summaryWords: SUMMARY_WORDS,
  });
}
