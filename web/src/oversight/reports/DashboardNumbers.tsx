import { t } from '@waypost/contract/i18n';
import { ClientPeople } from '../../school-system/clients/ClientPeople.tsx';
import { SetupLinks } from '../../school-system/settings/SetupLinks.tsx';
import { Deferred } from '../../ui/Deferred.tsx';
import { DeactivateGraduates } from '../graduates/DeactivateGraduates.tsx';
import { ActiveUsers } from './ActiveUsers.tsx';
import { DashboardPart } from './DashboardPart.tsx';
import { Funnel } from './Funnel.tsx';
import { Numbers } from './Numbers.tsx';
import { YearSoFar } from './YearSoFar.tsx';

/**
 * What the dashboard shows below the tasks. While the tasks are loading (`isFirst`), it loads only what a tall window
 * could show first, to keep the first screen's requests few.
 */
export default function DashboardNumbers({ isAdmin, isFirst }: { isAdmin: boolean; isFirst: boolean }) {
  return (
    <Deferred>
      <DashboardPart title={t('How far along students are')}>
        <Funnel />
      </DashboardPart>
      <DashboardPart title={t('This school year')}>
        <YearSoFar />
      </DashboardPart>
      <DashboardPart title={t('People')}>
        <ClientPeople />
      </DashboardPart>
      {!isFirst && (
        <>
          <DashboardPart title={t('Work-based learning')}>
            <Numbers />
          </DashboardPart>
          {isAdmin && (
            <DashboardPart title={t('Active users')}>
              <ActiveUsers />
            </DashboardPart>
          )}
          <DashboardPart title={t('Graduates')}>
            <DeactivateGraduates />
          </DashboardPart>
          {isAdmin && (
            <DashboardPart title={t('Setup')}>
              <SetupLinks />
            </DashboardPart>
          )}
        </>
      )}
    </Deferred>
  );
}
