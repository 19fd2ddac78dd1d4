import { Stack } from '@mantine/core';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { Suspense } from 'react';
import { callQuery, loadedAhead } from '../../client/queries.ts';
import { wholeQuery } from '../../client/read-all.ts';
import { useUser } from '../../client/session.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { TaskStrip } from '../../oversight/tasks/TaskStrip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { OpportunitiesTable } from './OpportunitiesTable.tsx';
import { Placements } from './Placements.tsx';
import { slicesOf } from './slices.ts';

const FirstSteps = lazyPart(() => import('../../platform/first-steps/FirstSteps.tsx'));

const postedQuery = wholeQuery(opportunityCalls.getOpportunities, {}, loadedAhead);

export const ahead = (queries: QueryClient) => void queries.prefetchQuery(postedQuery);

/** Lists everything a business has posted, with the numbers of its placements. */
export default function ManageScreen() {
  const { approved } = useUser();
  const opportunities = useQuery(postedQuery);
  // The list is useful without its statistics.
  const statistics = useQuery(callQuery(opportunityCalls.getBusinessInternshipStats, {}, { quiet: true }));
  // Wait for the content above the list, which would push the list down.
  const tasks = useTasks();
  const shown = { ...opportunities, data: tasks.isLoading ? undefined : opportunities.data };
  return (
    <Screen
      title={t('Manage Opportunities')}
      action={
        approved &&
        opportunities.data?.length !== 0 && (
          <LinkButton to="/opportunity/new" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('Create opportunity')}
          </LinkButton>
        )
      }
    >
      {!tasks.isLoading && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <Loaded query={shown} empty={<NothingYet approved={approved} />}>
        {(rows) => (
          <Stack gap="lg">
            {approved && (
              <TaskStrip
                tasks={tasks.data}
                nothing={<TextLink to="/opportunity/new">{t('Post another opportunity')}</TextLink>}
              />
            )}
            <OpportunitiesTable rows={rows} approved={approved} />
            {statistics.data && <Placements slices={slicesOf(statistics.data)} />}
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function NothingYet({ approved }: { approved: boolean }) {
  if (!approved)
    return (
      <EmptyState
        title={t('You can post once you’re approved')}
        icon={<IconClock />}
        action={<LinkButton to="/profile">{t('Go to your profile')}</LinkButton>}
      >
        {t(
          'Your school system has to approve your account first. Until then, complete your profile. It’s what students see.',
        )}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('You haven’t posted an opportunity yet')}
      action={<LinkButton to="/opportunity/new">{t('Create your first opportunity')}</LinkButton>}
    >
      {t(
        'Describe the work, how many students you’ll take, and when they can apply. Students see it as soon as you save it.',
      )}
    </EmptyState>
  );
}
