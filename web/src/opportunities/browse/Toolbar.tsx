import { Button, NativeSelect, Text } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconHeart,
  IconHeartFilled,
  IconList,
  IconMap2,
} from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { type SortOption, sortOptions } from '@waypost/contract/opportunities/opportunities/rules';
import { type ReactNode, Suspense, useId } from 'react';
import { useReadOnly } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { showNumber } from '../../ui/numbers.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segments } from '../../ui/Segments.tsx';
import classes from './Browse.module.css';
import {
  type BrowseSearch,
  countOf,
  filterOf,
  LONGEST_SEARCH,
  type Narrowed,
  sortNames,
} from './browse-search.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { FilterPills } from './FilterPills.tsx';

const WeeklySearch = lazyPart(() => import('../saved-search/WeeklySearch.tsx'));

interface ToolbarProps {
  search: BrowseSearch;
  /** The filters in effect, and the order they are sorted by. */
  narrowed: Narrowed;
  sort: SortOption;
  hasHome: boolean;
  /** The number of opportunities, once known. */
  total: number | undefined;
  onChange: (change: BrowseSearch) => void;
}

/** The number of opportunities, with the search, the filters and the order. */
export function Toolbar({ search, narrowed, sort, hasHome, total, onChange }: ToolbarProps) {
  const panel = useId();
  const isReadOnly = useReadOnly();
  const { panel: shown } = search;
  const inUse = countOf(narrowed);
  return (
    <div className={classes.top}>
      <div className={classes.bar}>
        <Text role="status" className={classes.count}>
          {total !== undefined &&
            t('{total} {total2, plural, one {opportunity} other {opportunities}}', {
              total: showNumber(total),
              total2: total,
            })}
        </Text>
        <SearchField
          label={t('Search')}
          classNames={{ label: classes.searchLabel ?? '' }}
          className={classes.search}
          placeholder={t('Title, business, or keyword')}
          maxLength={LONGEST_SEARCH}
          value={narrowed.q ?? ''}
          onSearch={(text) => onChange({ q: text.trim() })}
        />
        <div className={classes.tools}>
          <NativeSelect
            aria-label={t('Sort by')}
            className={classes.sort}
            value={sort}
            onChange={({ currentTarget }) => {
              const chosen = sortOptions.find((option) => option === currentTarget.value);
              if (chosen) onChange({ sort: chosen });
            }}
            data={sortOptions
              .filter((option) => hasHome || option !== 'distance')
              .map((option) => ({ value: option, label: t(sortNames[option]) }))}
          />
          <Button
            variant="default"
            className={classes.saved}
            aria-pressed={narrowed.saved === 'only'}
            onClick={() => onChange({ saved: search.saved ? undefined : 'only' })}
          >
            <Choice
              icon={
                narrowed.saved ? (
                  <IconHeartFilled size={18} aria-hidden />
                ) : (
                  <IconHeart size={18} aria-hidden />
                )
              }
            >
              {t('Saved')}
            </Choice>
          </Button>
          <Button
            variant="default"
            className={classes.filters}
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            aria-expanded={shown === 'shown'}
            aria-controls={panel}
            onClick={() => onChange({ panel: shown ? undefined : 'shown' })}
          >
            {inUse === 0 ? t('Filters') : t('Filters ({inUse})', { inUse })}
          </Button>
        </div>
        <div className={classes.view}>
          <Segments
            aria-label={t('Show as')}
            value={search.view ?? 'list'}
            onChange={(view) => onChange({ view: view === 'map' ? view : undefined })}
            choices={[
              {
                value: 'list',
                label: <Choice icon={<IconList size={18} aria-hidden />}>{t('List')}</Choice>,
              },
              { value: 'map', label: <Choice icon={<IconMap2 size={18} aria-hidden />}>{t('Map')}</Choice> },
            ]}
          />
        </div>
      </div>
      <div id={panel} hidden={!shown}>
        {shown && <FilterPanel value={narrowed} onChange={onChange} hasHome={hasHome} />}
      </div>
      {!isReadOnly && !narrowed.saved && (inUse > 0 || narrowed.q || shown) && (
        <div className={classes.weekly}>
          <Suspense>
            <WeeklySearch filter={filterOf(narrowed)} />
          </Suspense>
        </div>
      )}
      {inUse > 0 && <FilterPills value={narrowed} onChange={onChange} />}
    </div>
  );
}

function Choice({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={classes.choice}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
