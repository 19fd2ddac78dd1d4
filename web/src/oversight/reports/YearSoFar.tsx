import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { reportCalls, type YearSoFar as Year } from '@waypost/contract/oversight/reports/calls';
import { callQuery } from '../../client/queries.ts';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { onOneLine } from '../../ui/on-one-line.ts';
import active from './ActiveUsers.module.css';
import classes from './Funnel.module.css';
import numbers from './Numbers.module.css';

/** Prevents a line break between parentheses. */
const keptTogether = (label: string) => label.replace(/\(.*\)/, onOneLine);

const show = (number: number) => showNumber(number);

const showHours = (hours: number) =>
  showNumber(hours, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Compares this school year with the last one up to the same date, and shows the hours of recent weeks. */
export function YearSoFar() {
  const query = useQuery(callQuery(reportCalls.getYearSoFar, {}));
  return (
    <Loaded query={query}>
      {(year) => (
        <Stack>
          <Text c="dimmed">
            {t('Since {date}, compared with last school year up to the same day.', {
              date: showDate(year.from),
            })}
          </Text>
          <dl className={numbers.numbers}>
            {[
              {
                label: t('Applications (last year {number})', { number: show(year.applications.last_year) }),
                now: show(year.applications.this_year),
              },
              {
                label: t('New placements (last year {number})', { number: show(year.placements.last_year) }),
                now: show(year.placements.this_year),
              },
              {
                label: t('Hours worked (last year {number})', { number: showHours(year.hours.last_year) }),
                now: showHours(year.hours.this_year),
              },
            ].map(({ label, now }) => (
              <div key={label} className={numbers.number}>
                <dt>{keptTogether(label)}</dt>
                <dd>{now}</dd>
              </div>
            ))}
          </dl>
          <Weeks weeks={year.weeks} />
        </Stack>
      )}
    </Loaded>
  );
}

/** A chart of hours by week, whose numbers are shown below it. */
function Weeks({ weeks }: { weeks: Year['weeks'] }) {
  const most = Math.max(0, ...weeks.flatMap(({ this_year, last_year }) => [this_year, last_year]));
  const height = (hours: number) => ({ height: `${(100 * hours) / Math.max(1, most)}%` });
  const [first, latest] = [weeks[0], weeks.at(-1)];
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      {latest && (
        <Text mb="sm">
          {t('{now} hours this week so far; {before} in the same week last year.', {
            now: showHours(latest.this_year),
            before: showHours(latest.last_year),
          })}
        </Text>
      )}
      <div className={classes.weeks} aria-hidden>
        {weeks.map(({ monday, this_year, last_year }) => (
          <div key={monday} className={classes.week}>
            <div className={classes.lastYear} style={height(last_year)} />
            <div className={classes.thisYear} style={height(this_year)} />
          </div>
        ))}
      </div>
      {first && latest && (
        <div className={classes.axis} aria-hidden>
          <span>{showDate(first.monday)}</span>
          <span>{showDate(latest.monday)}</span>
        </div>
      )}
      <div className={classes.key} aria-hidden>
        <span>
          <i className={classes.thisYear} /> {t('This year')}
        </span>
        <span>
          <i className={classes.lastYear} /> {t('Last year')}
        </span>
        <span>{t('Most: {hours} hours in a week', { hours: showHours(most) })}</span>
      </div>
      <details className={active.numbers}>
        <summary>{t('Show the hours by week')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Week of')}</th>
              <th scope="col">{t('This year')}</th>
              <th scope="col">{t('Last year')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ monday, this_year, last_year }) => (
              <tr key={monday}>
                <th scope="row" className={active.day}>
                  {showDate(monday)}
                </th>
                <td>{showHours(this_year)}</td>
                <td>{showHours(last_year)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Paper>
  );
}
