import { Button, Text, Title } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import {
  type BrowseGroup,
  browseGroupOf,
  browseGroups,
} from '@waypost/contract/opportunities/opportunities/rules';
import { useDeferredValue, useId } from 'react';
import { useUser } from '../../client/session.ts';
import classes from './Browse.module.css';
import { OpportunityCard } from './OpportunityCard.tsx';

interface OpportunityListProps {
  rows: readonly OpportunityRow[];
  total: number;
  /** Whether the list is sorted by interests, with a heading for each group. */
  grouped: boolean;
  loading: boolean;
  /** Whether the last requested page failed to load. */
  failed: boolean;
  /** Undefined once everything is shown. */
  onMore: (() => void) | undefined;
}

/** The cards loaded so far, and a button for more. */
export function OpportunityList({ rows, total, grouped, loading, failed, onMore }: OpportunityListProps) {
  // Render a screenful first; rendering the rest must not block scrolling.
  const rendered = useDeferredValue(rows, rows.slice(0, 4));
  return (
    <div className={classes.listPlace}>
      {grouped ? (
        <Groups rows={rendered} />
      ) : (
        <ul className={classes.list} aria-label={t('Opportunities')}>
          <Cards rows={rendered} level={2} />
        </ul>
      )}
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

const groupNames: Record<BrowseGroup, Message> = {
  interests: msg('For your interests'),
  'in-person': msg('In person'),
  virtual: msg('Virtual'),
};

function Groups({ rows }: { rows: readonly OpportunityRow[] }) {
  const { focus_areas: interests } = useUser();
  const id = useId();
  return browseGroups.map((group) => {
    const its = rows.filter((row) => browseGroupOf(row, interests) === group);
    if (its.length === 0) return null;
    return (
      <section key={group} className={classes.group}>
        <Title order={2} size="h4" id={`${id}${group}`}>
          {t(groupNames[group])}
        </Title>
        <ul className={classes.list} aria-labelledby={`${id}${group}`}>
          <Cards rows={its} level={3} />
        </ul>
      </section>
    );
  });
}

function Cards({ rows, level }: { rows: readonly OpportunityRow[]; level: 2 | 3 }) {
  return rows.map((row) => (
    <li key={row._id}>
      <OpportunityCard opportunity={row} level={level} />
    </li>
  ));
}
