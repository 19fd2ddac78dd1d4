import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { callQuery } from '../../client/queries.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import classes from './ProjectReport.module.css';
import { SHARED_MS, studentEvents } from './student-events.ts';

/** What happened with a student so far, from the lists that the page shows anyway. */
export default function StudentTimeline({ user }: { user: SeenUser }) {
  const student_id = user._id;
  const applications = useQuery(
    callQuery(
      applicationCalls.getApplicationsByStudent,
      { student_id },
      { quiet: true, staleTime: SHARED_MS },
    ),
  );
  const placements = useQuery(
    callQuery(projectCalls.getProjectsByStudentId, { student_id }, { quiet: true, staleTime: SHARED_MS }),
  );
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Timeline')}>
      <Title order={2} size="h3" mb="sm">
        {t('Timeline')}
      </Title>
      <Loaded query={applications}>
        {(applied) => (
          <Loaded query={placements}>
            {(placed) => (
              <ol className={classes.timeline}>
                {studentEvents(user, applied, placed).map(({ day, what }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two events may read alike.
                  <li key={index}>
                    <Text span size="sm" c="dimmed">
                      {day}
                    </Text>
                    <span>{what}</span>
                  </li>
                ))}
              </ol>
            )}
          </Loaded>
        )}
      </Loaded>
    </Paper>
  );
}
