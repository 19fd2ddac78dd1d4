import { Title } from '@mantine/core';
import { IconBriefcase, IconCalendar, IconClock, IconCoin, IconMapPin, IconWifi } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/calls';
import { isFull, seatsNotice, windowState } from '@waypost/contract/opportunities/rules';
import { wireName } from '@waypost/contract/wire-names';
import { payOf, scheduleOf } from '../opportunities/pay-and-schedule.ts';
import { showDate, showDay } from '../ui/dates.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { T } from '../ui/T.tsx';
import classes from './OpportunityCard.module.css';

/** One opportunity in the list and on the map: what one has to know to want to read on. */
export function OpportunityCard({ opportunity }: { opportunity: OpportunityRow }) {
  const { business_id_fk: business, focus_areas: areas } = opportunity;
  const pay = opportunity.pay_from === null ? '' : payOf(opportunity);
  const week = [pay, scheduleOf(opportunity)].filter(Boolean);
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <Title order={2} size="h3" className={classes.title}>
          <Link to="/opportunity/view/$id" params={{ id: opportunity._id }}>
            {opportunity.opportunity_title}
          </Link>
        </Title>
        <p className={classes.business}>{business.business_name}</p>
      </div>
      <ul className={classes.facts}>
        <li>
          <Where opportunity={opportunity} />
        </li>
        <li>
          <IconBriefcase size={18} aria-hidden />
          <span>
            {t('{pay} {type}', {
              pay: wireName(opportunity.paidUnpaid),
              type: wireName(opportunity.internship_type).toLowerCase(),
            })}
            {opportunity.opportunity_type === 'Hybrid' && `, ${wireName('Hybrid').toLowerCase()}`}
          </span>
        </li>
        {week.length > 0 && (
          <li>
            <IconCoin size={18} aria-hidden />
            <span>{week.join(' · ')}</span>
          </li>
        )}
        <li>
          <IconCalendar size={18} aria-hidden />
          <span>
            {wireName(opportunity.time_frame)}, {showDate(opportunity.employment_start)} –{' '}
            {showDate(opportunity.employment_stop)}
          </span>
        </li>
        <li>
          <IconClock size={18} aria-hidden />
          <Window opportunity={opportunity} />
        </li>
      </ul>
      <Foot opportunity={opportunity} areas={areas} />
    </article>
  );
}

function Where({ opportunity }: { opportunity: OpportunityRow }) {
  if (opportunity.opportunity_type === 'Virtual')
    return (
      <>
        <IconWifi size={18} aria-hidden />
        <span>
          <strong>{t('Virtual')}</strong>
        </span>
      </>
    );
  const town = [opportunity.city, opportunity.state].filter(Boolean).join(', ');
  return (
    <>
      <IconMapPin size={18} aria-hidden />
      <span>
        {opportunity.distance !== null && (
          <>
            <strong>{t('{distance} miles', { distance: opportunity.distance.toFixed(2) })}</strong>
            {town && ' · '}
          </>
        )}
        {town}
      </span>
    </>
  );
}

function Window({ opportunity }: { opportunity: OpportunityRow }) {
  const open = windowState(opportunity, new Date());
  if (open === 'before')
    return (
      <span>
        <T m="Opens <b/>" b={<strong>{showDay(opportunity.application_open)}</strong>} />
      </span>
    );
  return (
    <span>
      {open === 'open' ? t('Apply by') : t('Closed')}{' '}
      <strong>{showDay(opportunity.application_close)}</strong>
    </span>
  );
}

function Foot({ opportunity, areas }: { opportunity: OpportunityRow; areas: readonly string[] }) {
  const notice = seatsNotice({ ...opportunity, ...opportunity.reportData });
  const full = isFull({ ...opportunity, ...opportunity.reportData });
  const chosen = opportunity.audience === 'Specific';
  const { application } = opportunity;
  if (!notice && !chosen && !application && areas.length === 0) return null;
  return (
    <div className={classes.foot}>
      {application && (
        <StatusBadge tone="good">{t('You applied: {status}', { status: application.status })}</StatusBadge>
      )}
      {chosen && <StatusBadge tone="good">{t('Chosen for you')}</StatusBadge>}
      {notice && <StatusBadge tone={full ? 'plain' : 'attention'}>{notice}</StatusBadge>}
      {areas.length > 0 && (
        <ul className={classes.areas} aria-label={t('Focus areas')}>
          {areas.map((area) => (
            <li key={area}>{area}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
