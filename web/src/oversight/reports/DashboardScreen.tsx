import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { Suspense } from 'react';
import { settingsQuery, useUser } from '../../client/session.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { Loaded, Waiting } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Screen } from '../../ui/Screen.tsx';
import { StudentsInNeed } from '../tasks/StudentsInNeed.tsx';
import { TaskStrip } from '../tasks/TaskStrip.tsx';
import { DashboardPart } from './DashboardPart.tsx';
import { ReportLinks } from './ReportLinks.tsx';

const FirstSteps = lazyPart(() => import('../../platform/first-steps/FirstSteps.tsx'));
const SetupProgress = lazyPart(() => import('../../school-system/settings/SetupProgress.tsx'));
const DashboardNumbers = lazyPart(() => import('./DashboardNumbers.tsx'));

/**
 * The start screen of staff. For an Admin, first the setup of the school system; then the reports, the tasks
 * and the numbers (docs/behavior/reports.md#dashboard).
 */
export default function DashboardScreen() {
  const isAdmin = useUser().role === 'Admin';
  const settings = useQuery(settingsQuery);
  return (
    <Screen title={t('Dashboard')} lead={settings.data?.full_name}>
      <Loaded query={settings}>
        {(found) =>
          isAdmin && !found?.is_complete ? (
            <Suspense fallback={<Waiting />}>
              <SetupProgress hasSettings={found !== null} />
            </Suspense>
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
      <DashboardPart title={t('Reports')}>
        <ReportLinks />
      </DashboardPart>
      {tasks ? (
        <>
          <Suspense>
            <FirstSteps />
          </Suspense>
          <DashboardPart title={t('Waiting for you')}>
            <TaskStrip tasks={tasks} nothing={t('Every complete account is approved.')} />
          </DashboardPart>
          <DashboardPart title={t('Students who need you')}>
            <StudentsInNeed tasks={tasks} />
          </DashboardPart>
        </>
      ) : (
        isLoading && <Waiting />
      )}
      {/* The tasks may be higher or lower than their placeholder, so what follows shows once they are known. */}
      <Box display={isLoading ? 'none' : 'contents'}>
        <Suspense fallback={<Box mih="100dvh" />}>
          <DashboardNumbers isAdmin={isAdmin} isFirst={isLoading} />
        </Suspense>
      </Box>
    </>
  );
}
