import { Button } from '@mantine/core';
import { IconBriefcase, IconFilterOff, IconHeart } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { countOf, type Narrowed } from './browse-search.ts';

interface NoOpportunitiesProps {
  narrowed: Narrowed;
  onClear: () => void;
}

/** An empty list: because of the filters, or because there are no opportunities yet. */
export default function NoOpportunities({ narrowed, onClear }: NoOpportunitiesProps) {
  if (countOf(narrowed) === 0 && !narrowed.q && narrowed.saved)
    return (
      <EmptyState
        title={t('Nothing saved yet')}
        icon={<IconHeart />}
        action={<Button onClick={onClear}>{t('Show all opportunities')}</Button>}
      >
        {t('Press the heart on an opportunity to save it here.')}
      </EmptyState>
    );
  if (countOf(narrowed) === 0 && !narrowed.q)
    return (
      <EmptyState title={t('No opportunities yet')} icon={<IconBriefcase />}>
        {t('Businesses post new ones all year. Check back in a few days.')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={
        narrowed.q
          ? t('No opportunity matches “{search}”', { search: narrowed.q })
          : t('No opportunity matches your filters')
      }
      icon={<IconFilterOff />}
      action={
        <Button onClick={onClear}>{narrowed.q ? t('Show all opportunities') : t('Clear filters')}</Button>
      }
    >
      {narrowed.q
        ? t('Try fewer or other words.')
        : narrowed.within
          ? t('Widen the distance, or clear the filters, to see more.')
          : t('Clear the filters to see all opportunities.')}
    </EmptyState>
  );
}
