import { Group, Paper, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type FunnelGroup, type FunnelRow, reportCalls } from '@waypost/contract/oversight/reports/calls';
import { type StudentStep, studentSteps } from '@waypost/contract/people/directory/rules';
import { useMemo, useState } from 'react';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery } from '../../client/queries.ts';
import { byNumber, byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import classes from './Funnel.module.css';

type Step = 'students' | StudentStep;
const steps: readonly Step[] = ['students', ...studentSteps];

const stepWords: Record<Step, Message> = {
  students: msg('Approved students'),
  'Ever Applied': msg('Applied'),
  'Ever Placed': msg('Placed now or before'),
  'On Pace': msg('On pace or completed'),
  'Ever Completed': msg('Completed'),
};

/**
 * How far the students of the school system have come, in total and by school or program
 * (docs/behavior/reports.md#dashboard).
 */
export function Funnel() {
  const [by, setBy] = useState<FunnelGroup>('school');
  const ownName = useOwnName();
  const columns = useMemo(() => columnsOf(by, by === 'program' ? ownName : identity), [by, ownName]);
  const query = useQuery({ ...callQuery(reportCalls.getFunnel, { by }), placeholderData: keepPreviousData });
  return (
    <Loaded query={query}>
      {(rows) => (
        <Stack>
          <Steps total={totalOf(rows)} />
          <Group>
            <SegmentedControl
              aria-label={t('Group by')}
              value={by}
              onChange={(value) => setBy(value === 'program' ? 'program' : 'school')}
              data={[
                { value: 'school', label: t('By school') },
                { value: 'program', label: t('By program') },
              ]}
            />
          </Group>
          <DataTable
            caption={by === 'school' ? t('Students by school') : t('Students by program')}
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
            count={(count) =>
              by === 'school'
                ? t('{count, plural, one {# school} other {# schools}}', { count })
                : t('{count, plural, one {# program} other {# programs}}', { count })
            }
          />
        </Stack>
      )}
    </Loaded>
  );
}

/** The five steps as bars, each as long as its share of all students. */
function Steps({ total }: { total: FunnelRow }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ol className={classes.steps}>
        {steps.map((step) => {
          const share = total.students === 0 ? 0 : total[step] / total.students;
          return (
            <li key={step} className={classes.step}>
              <span>{t(stepWords[step])}</span>
              <span className={classes.number}>
                <StepLink step={step} count={total[step]} filter={{}} />
              </span>
              <div className={classes.bar} aria-hidden>
                <div style={{ width: `${100 * share}%` }} />
              </div>
              <span className={classes.share}>
                {step !== 'students' &&
                  t('{share} of all', { share: showNumber(share, { style: 'percent' }) })}
              </span>
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}

interface StepLinkProps {
  step: Step;
  count: number;
  filter: { schools?: string[]; programs?: string[] };
}

/** The number of students who reached a step, with a link to their list. */
function StepLink({ step, count, filter }: StepLinkProps) {
  const number = showNumber(count);
  return (
    <TextLink
      to="/admin/studentReport"
      search={{ ...filter, approved: 'Approved', ...(step === 'students' ? {} : { placement: step }) }}
      aria-label={t('{step}: {number}', { step: t(stepWords[step]), number })}
    >
      {number}
    </TextLink>
  );
}

/** The report cannot filter for students without a school or program, so those numbers have no link. */
function columnsOf(by: FunnelGroup, nameOf: (name: string) => string): readonly Column<FunnelRow>[] {
  const { header, without } = groupWords[by];
  return [
    {
      key: 'name',
      header,
      cell: ({ name }) => nameOf(name) || t(without),
      compare: byText(({ name }) => nameOf(name)),
      card: 'title',
    },
    ...steps.map(
      (step): Column<FunnelRow> => ({
        key: step,
        header: stepWords[step],
        cell: (row) =>
          row.name ? (
            <StepLink
              step={step}
              count={row[step]}
              filter={by === 'school' ? { schools: [row.name] } : { programs: [row.name] }}
            />
          ) : (
            showNumber(row[step])
          ),
        compare: byNumber((row) => row[step]),
        end: true,
      }),
    ),
  ];
}

const groupWords: Record<FunnelGroup, { header: Message; without: Message }> = {
  school: { header: msg('School'), without: msg('No school') },
  program: { header: msg('Program'), without: msg('No program') },
};

const identity = (name: string) => name;

function totalOf(rows: readonly FunnelRow[]): FunnelRow {
  const total = {
    name: '',
    students: 0,
    'Ever Applied': 0,
    'Ever Placed': 0,
    'On Pace': 0,
    'Ever Completed': 0,
  };
  for (const row of rows) for (const step of steps) total[step] += row[step];
  return total;
}
