import { Paper } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { noteFacts } from '@waypost/contract/opportunities/notes';
import { payOf, scheduleOf } from '@waypost/contract/opportunities/pay-and-schedule';
import { MINIMUM_HOURS, seatsLeft } from '@waypost/contract/opportunities/rules';
import { fullName } from '@waypost/contract/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import type { ReactNode } from 'react';
import { OwnNames } from '../client/OwnText.tsx';
import { showDate, showDay } from '../ui/dates.ts';
import classes from './Opportunity.module.css';

/** An opportunity's facts, apart from its long texts. */
export function FactsPanel({ opportunity }: { opportunity: Opportunity }) {
  const { opportunity_type: format, internship_type: type, selected_students: selected } = opportunity;
  const facts: [string, ReactNode][] = [
    [t('Type'), wireName(type)],
    [t('Hours'), t('At least {minimumHours}', { minimumHours: MINIMUM_HOURS[type] })],
    [t('Pay'), payOf(opportunity)],
    [t('Schedule'), scheduleOf(opportunity)],
    ...noteFacts(opportunity),
    [t('Format'), wireName(format)],
    [t('Time frame'), wireName(opportunity.time_frame)],
    [t('Employment'), `${showDate(opportunity.employment_start)} – ${showDate(opportunity.employment_stop)}`],
    [t('Applications open'), showDay(opportunity.application_open)],
    [t('Applications close'), showDay(opportunity.application_close)],
    [t('Spots'), spotsOf(opportunity)],
    [t('Focus areas'), namesOf(opportunity.focus_areas)],
    [t('Schools'), opportunity.schools.join(', ')],
    [t('Programs'), namesOf(opportunity.programs)],
    [t('Chosen students'), selected?.map(fullName).join(', ') ?? ''],
  ];
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="facts">
      <h2 id="facts">{t('At a glance')}</h2>
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

const namesOf = (names: readonly string[]) => (names.length > 0 ? <OwnNames names={names} /> : '');

function spotsOf(opportunity: Opportunity): string {
  const left = seatsLeft({ ...opportunity, ...opportunity.reportData });
  return left === null
    ? t('For chosen students')
    : t('{left} of {availableSlots} open', { left, availableSlots: opportunity.available_slots });
}
