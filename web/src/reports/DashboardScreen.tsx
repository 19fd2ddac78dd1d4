import { Box, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, Suspense } from 'react';
import { settingsQuery, useUser } from '../client/session.ts';
import { ClientPeople } from '../clients/ClientPeople.tsx';
import { DeactivateGraduates } from '../graduates/DeactivateGraduates.tsx';
import { SetupLinks } from '../settings/SetupLinks.tsx';
import { SetupProgress } from '../settings/SetupProgress.tsx';
import { StudentsInNeed } from '../tasks/StudentsInNeed.tsx';
import { TaskStrip } from '../tasks/TaskStrip.tsx';
import { useTasks } from '../tasks/tasks-query.ts';
import { Deferred } from '../ui/Deferred.tsx';
import { Loaded, Waiting } from '../ui/Loaded.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Screen } from '../ui/Screen.tsx';
import { ActiveUsers } from './ActiveUsers.tsx';
import { Funnel } from './Funnel.tsx';
import { Numbers } from './Numbers.tsx';
import { ReportLinks } from './ReportLinks.tsx';
import { YearSoFar } from './YearSoFar.tsx';

const FirstSteps = lazyPart(() => import('../first-steps/FirstSteps.tsx'));

/**
 * The start screen of staff. For an Admin, first the setup of the school system; then the tasks, numbers
 * and reports (docs/behavior/reports.md#dashboard).
 */
export default function DashboardScreen() {
  const isAdmin = useUser().role === 'Admin';
  const settings = useQuery(settingsQuery);
  return (
    <Screen title={t('Dashboard')} lead={settings.data?.full_name}>
      <Loaded asked={settings}>
        {(found) =>
          isAdmin && !found?.is_complete ? (
            <SetupProgress hasSettings={found !== null} />
          ) : (
            <Reports isAdmin={isAdmin} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Reports({ isAdmin }: { isAdmin: boolean }) {
  const { data: tasks, isLoading } = useTasks();
  return (
    <>
      {tasks ? (
        <>
          <Suspense>
            <FirstSteps />
          </Suspense>
          <Part title={t('Waiting for you')}>
            <TaskStrip tasks={tasks} nothing={t('Every complete account is approved.')} />
          </Part>
          <Part title={t('Students who need you')}>
            <StudentsInNeed tasks={tasks} />
          </Part>
        </>
      ) : (
        isLoading && <Waiting />
      )}
      {/* The tasks may be higher or lower than their placeholder, so what follows shows once they are known. What a
          tall window could show first loads in the background; the rest waits, to keep the first screen's requests few. */}
      <Box display={isLoading ? 'none' : 'contents'}>
        <Deferred>
          <Part title={t('How far students are')}>
            <Funnel />
          </Part>
          <Part title={t('This school year')}>
            <YearSoFar />
          </Part>
          <Part title={t('Reports')}>
            <ReportLinks />
          </Part>
          <Part title={t('People')}>
            <ClientPeople />
          </Part>
          {!isLoading && (
            <>
              <Part title={t('Work-based learning')}>
                <Numbers />
              </Part>
              {isAdmin && (
                <Part title={t('Active users')}>
                  <ActiveUsers />
                </Part>
              )}
              <Part title={t('Graduates')}>
                <DeactivateGraduates />
              </Part>
              {isAdmin && (
                <Part title={t('Setup')}>
                  <SetupLinks />
                </Part>
              )}
            </>
          )}
        </Deferred>
      </Box>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
