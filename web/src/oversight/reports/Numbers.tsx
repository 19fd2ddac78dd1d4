import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { callQuery } from '../../client/queries.ts';
import { Placements } from '../../opportunities/opportunities/Placements.tsx';
import { slicesOf } from '../../opportunities/opportunities/slices.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';
import classes from './Numbers.module.css';

/** Key figures: applications, students at work, and placements by status. */
export function Numbers() {
  const applications = useQuery(callQuery(reportCalls.getStudentApplicationCount, {}));
  const employed = useQuery(callQuery(reportCalls.getTotalStudentsEmployed, {}));
  const placements = useQuery(callQuery(opportunityCalls.getBusinessInternshipStats, {}));
  const query = {
    data:
      applications.data && employed.data
        ? [
            { label: t('Student applications'), count: applications.data.count },
            { label: t('Students placed'), count: employed.data.count },
          ]
        : undefined,
    error: applications.error ?? employed.error,
    isPending: applications.isPending || employed.isPending,
    refetch: () => Promise.all([applications.refetch(), employed.refetch()]),
  };
  return (
    <Stack>
      <Loaded query={query}>
        {(numbers) => (
          <dl className={classes.numbers}>
            {numbers.map(({ label, count }) => (
              <div key={label} className={classes.number}>
                <dt>{label}</dt>
                <dd>{showNumber(count)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <Loaded query={placements}>
        {(statistics) => (
          <Placements slices={slicesOf(statistics)} title={t('Placements at all businesses')} />
        )}
      </Loaded>
    </Stack>
  );
}
