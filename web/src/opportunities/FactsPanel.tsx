import { Paper } from '@mantine/core';
import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { MINIMUM_HOURS, seatsLeft } from '@waypost/contract/opportunities/rules';
import { showDate, showDay } from '../ui/dates.ts';
import classes from './Opportunity.module.css';

/** Everything about an opportunity that is not told in sentences. */
export function FactsPanel({ opportunity }: { opportunity: Opportunity }) {
  const { opportunity_type: format, internship_type: type, selected_students: selected } = opportunity;
  const facts: [string, string][] = [
    ['Type', type],
    ['Hours', `At least ${MINIMUM_HOURS[type]}`],
    ['Compensation', opportunity.paidUnpaid],
    ['Format', format],
    ['Time frame', opportunity.time_frame],
    ['Employment', `${showDate(opportunity.employment_start)} – ${showDate(opportunity.employment_stop)}`],
    ['Applications open', showDay(opportunity.application_open)],
    ['Applications close', showDay(opportunity.application_close)],
    ['Positions', positions(opportunity)],
    ['Focus areas', opportunity.focus_areas.join(', ')],
    ['Schools', opportunity.schools.join(', ')],
    ['Programs', opportunity.programs.join(', ')],
    [
      'Chosen students',
      selected?.map((student) => `${student.first_name} ${student.last_name}`).join(', ') ?? '',
    ],
  ];
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="facts">
      <h2 id="facts">At a glance</h2>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  );
}

function positions(opportunity: Opportunity): string {
  const left = seatsLeft({ ...opportunity, ...opportunity.reportData });
  return left === null ? 'For chosen students' : `${left} of ${opportunity.available_slots} open`;
}
