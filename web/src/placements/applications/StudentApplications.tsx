import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { callQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { showMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { SHARED_MS } from '../projects/student-events.ts';
import classes from './ApplicationScreen.module.css';
import { ApplicationStatus } from './ApplicationStatus.tsx';
import { businessOf } from './words.ts';

/** A student's applications, as staff reach each one from the student's page. */
export default function StudentApplications({ studentId: student_id }: { studentId: string }) {
  const query = useQuery(
    callQuery(applicationCalls.getApplicationsByStudent, { student_id }, { staleTime: SHARED_MS }),
  );
  const { role } = useUser();
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Applications')}>
      <Title order={2} size="h3" mb="sm">
        {t('Applications')}
      </Title>
      <Loaded query={query} empty={<Text c="dimmed">{t('This student has not applied yet.')}</Text>}>
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((row) => (
              <li key={row._id}>
                <Stack gap={4}>
                  <Group gap="sm">
                    <TextLink to="/application/view/$id" params={{ id: row._id }}>
                      {row.opportunity_title}
                    </TextLink>
                    <ApplicationStatus
                      status={row.status}
                      placement={row.business_status}
                      interview={row.interview}
                      viewer={role}
                    />
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t('{business}, applied {date}', {
                      business: businessOf(row),
                      date: showMoment(row.date_application),
                    })}
                  </Text>
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Paper>
  );
}
