import { Stack } from '@mantine/core';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/calls';
import { callQuery } from '../client/queries.ts';
import { wholeQuery } from '../client/read-all.ts';
import { useUser } from '../client/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Screen } from '../ui/Screen.tsx';
import { OpportunitiesTable } from './OpportunitiesTable.tsx';
import { Placements } from './Placements.tsx';
import { slicesOf } from './slices.ts';

/** Everything a business has posted, and how its placements stand. */
export default function ManageScreen() {
  const { approved } = useUser();
  const opportunities = useQuery(wholeQuery(opportunityCalls.getOpportunities, {}));
  // A picture above the list: without it the list still serves, but coming later it would push the list down.
  const statistics = useQuery(callQuery(opportunityCalls.getBusinessInternshipStats, {}, { quiet: true }));
  const shown = { ...opportunities, data: statistics.isPending ? undefined : opportunities.data };
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
      <Loaded asked={shown} empty={<NothingYet approved={approved} />}>
        {(rows) => (
          <Stack gap="lg">
            {statistics.data && <Placements slices={slicesOf(statistics.data)} />}
            <OpportunitiesTable rows={rows} approved={approved} />
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
