import { Center, Group, RingProgress, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { fileAddress } from '../../client/call.ts';
import { useOwnName } from '../../client/own-names.ts';
import { NotSharedBadge } from '../../people/consents/NotShared.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { showDate } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { nameOfIntern } from './intern-name.ts';
import classes from './ProjectReport.module.css';
import { showHours, statusWords } from './project-status.ts';

interface Props {
  project: Project;
}

/** The placement's student, dates and hours. The ring around the picture is the share of the required hours. */
export function ReportOverview({ project }: Props) {
  const { student_id_fk: student, opportunity_id_fk: opportunity, reportData: report } = project;
  const ownName = useOwnName();
  const { word, tone } = statusWords[project.business_status];
  const picture = student?.profile_pic_id_fk;
  const accepted = report.accepted_hours;
  const minimum = MINIMUM_HOURS[opportunity.internship_type];
  const share = Math.min(100, (accepted / minimum) * 100);
  const pendingShare = Math.min(100 - share, (report.pending_hours / minimum) * 100);
  return (
    <Group gap="md" wrap="nowrap">
      <RingProgress
        aria-hidden
        className={classes.ring}
        size={84}
        thickness={7}
        sections={[
          { value: share, color: share === 100 ? 'green.8' : 'navy' },
          { value: pendingShare, color: 'navy.3' },
        ].filter(({ value }) => value > 0)}
        label={
          <Center>
            <Avatar name={nameOfIntern(project)} src={picture ? fileAddress(picture) : undefined} size={60} />
          </Center>
        }
      />
      <div className={classes.facts}>
        <Stack gap={4}>
          <Group gap="xs">
            <StatusBadge tone={tone}>{t(word)}</StatusBadge>
            <NotSharedBadge isReleased={project.is_released} />
          </Group>
          <Text>
            {t('{start} to {stop}', {
              start: showDate(opportunity.employment_start),
              stop: showDate(opportunity.employment_stop),
            })}
          </Text>
          {student && (
            <Text size="sm" c="dimmed">
              {[student.school_attending, ownName(student.affiliated_program ?? '')]
                .filter(Boolean)
                .join(', ')}
            </Text>
          )}
        </Stack>
        {/* On a phone, the first block follows and says it. */}
        <Stack gap={0} className={classes.ways} visibleFrom="sm">
          <Text fw={600}>{t('{hours} hours', { hours: showHours(accepted) })}</Text>
          <Text size="sm" c="dimmed">
            {t('approved, of the required {minimum}', { minimum })}
          </Text>
        </Stack>
      </div>
    </Group>
  );
}
