import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { callQuery } from '../../client/queries.ts';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { HoursBar } from './HoursBar.tsx';
import classes from './ProjectReport.module.css';
import { statusWords, whenEnded } from './project-status.ts';
import { SHARED_MS } from './student-events.ts';

/** A student's placements in their profile, with links for staff to each report. */
export default function StudentPlacements({ studentId: student_id }: { studentId: string }) {
  const query = useQuery(
    callQuery(projectCalls.getProjectsByStudentId, { student_id }, { staleTime: SHARED_MS }),
  );
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Placements')}>
      <Title order={2} size="h3" mb="sm">
        {t('Placements')}
      </Title>
      <Loaded query={query} empty={<Text c="dimmed">{t('This student has no placement yet.')}</Text>}>
        {(projects) => (
          <ul className={classes.list}>
            {projects.map((project) => (
              <li key={project._id}>
                <Stack gap={4}>
                  <Group gap="sm">
                    <TextLink to="/admin/project/$id" params={{ id: project._id }}>
                      {project.opportunity_id_fk.opportunity_title}
                    </TextLink>
                    <StatusBadge tone={statusWords[project.business_status].tone}>
                      {t(statusWords[project.business_status].word)}
                    </StatusBadge>
                    {project.ended_at && (
                      <Text span size="sm" c="dimmed">
                        {whenEnded(project)}
                      </Text>
                    )}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t('{business}, {start} to {stop}', {
                      business: shownBusiness(project.business_id_fk),
                      start: showDate(project.opportunity_id_fk.employment_start),
                      stop: showDate(project.opportunity_id_fk.employment_stop),
                    })}
                  </Text>
                  <HoursBar
                    internshipType={project.opportunity_id_fk.internship_type}
                    accepted={project.reportData.accepted_hours}
                    pending={project.reportData.pending_hours}
                  />
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Paper>
  );
}
