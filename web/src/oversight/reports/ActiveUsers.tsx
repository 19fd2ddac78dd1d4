import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ActiveDay, reportCalls } from '@waypost/contract/oversight/reports/calls';
import { Suspense } from 'react';
import { callQuery } from '../../client/queries.ts';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { showNumber } from '../../ui/numbers.ts';
import classes from './ActiveUsers.module.css';
import { CHART_HEIGHT, describeActiveDays } from './active-days.ts';

// The sentence and the numbers show without waiting for the chart.
const ActiveUsersChart = lazyPart(() => import('./ActiveUsersChart.tsx'));

/**
 * The number of people who used Waypost on each of the last thirty days, only for an Admin
 * (docs/behavior/reports.md#dashboard).
 */
export function ActiveUsers() {
  const query = useQuery(callQuery(reportCalls.getActiveUsers, {}));
  return <Loaded query={query}>{(days) => <Days days={days} />}</Loaded>;
}

function Days({ days }: { days: readonly ActiveDay[] }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Text mb="sm">{describeActiveDays(days)}</Text>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        <ActiveUsersChart days={days} />
      </Suspense>
      <details className={classes.numbers}>
        <summary>{t('Show the numbers')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('People')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, count }) => (
              <tr key={date}>
                <th scope="row" className={classes.day}>
                  {showDate(date)}
                </th>
                <td>{showNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Paper>
  );
}
