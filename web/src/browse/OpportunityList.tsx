import { Button, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/calls';
import { useDeferredValue } from 'react';
import classes from './Browse.module.css';
import { OpportunityCard } from './OpportunityCard.tsx';

interface OpportunityListProps {
  rows: readonly OpportunityRow[];
  total: number;
  loading: boolean;
  /** The last page that was asked for did not come. */
  failed: boolean;
  /** Absent once everything is shown. */
  onMore: (() => void) | undefined;
}

/** The cards so far, and what brings the next ones. */
export function OpportunityList({ rows, total, loading, failed, onMore }: OpportunityListProps) {
  // As many as a screen holds show at once; drawing the others must not hold up a finger's scroll.
  const drawn = useDeferredValue(rows, rows.slice(0, 4));
  return (
    <div className={classes.listPlace}>
      <ul className={classes.list} aria-label={t('Opportunities')}>
        {drawn.map((row) => (
          <li key={row._id}>
            <OpportunityCard opportunity={row} />
          </li>
        ))}
      </ul>
      {onMore && (
        <div className={classes.more}>
          <Text size="sm" c="dimmed" role="status">
            {failed ? t('We couldn’t load more.') : t('{n} of {total} shown', { n: rows.length, total })}
          </Text>
          <Button variant="default" onClick={onMore} loading={loading}>
            {failed ? t('Try again') : t('Show more')}
          </Button>
        </div>
      )}
    </div>
  );
}
