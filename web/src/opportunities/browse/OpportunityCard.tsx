import { Title } from '@mantine/core';
import {
  IconBriefcase,
  IconCalendar,
  IconCalendarWeek,
  IconClock,
  IconMapPin,
  IconSparkles,
  IconUsers,
  IconWifi,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentLocale, t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { payOf, scheduleOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import {
  isNewOn,
  lastDayToApply,
  seatsLeft,
  seatsNotice,
  sharedInterests,
  windowState,
} from '@waypost/contract/opportunities/opportunities/rules';
import { wireName } from '@waypost/contract/wire-names';
import { OwnNames } from '../../client/OwnText.tsx';
import { useOwnName } from '../../client/own-names.ts';
import { useUser } from '../../client/session.ts';
import { showDate, showDay } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { T } from '../../ui/T.tsx';
import { CardPicture } from './CardPicture.tsx';
import classes from './OpportunityCard.module.css';
import { SaveHeart } from './SaveHeart.tsx';

interface OpportunityCardProps {
  opportunity: OpportunityRow;
  /** The heading level: 3 below a group's heading. */
  level?: 2 | 3;
}

/** An opportunity in the list and on the map: what a student needs to decide whether to read on. */
export function OpportunityCard({ opportunity, level = 2 }: OpportunityCardProps) {
  const { focus_areas: interests } = useUser();
  const { business_id_fk: business, focus_areas: areas } = opportunity;
  const pay = opportunity.pay_from === null ? '' : payOf(opportunity);
  const seats = { ...opportunity, ...opportunity.reportData };
  const left = seatsLeft(seats);
  const notice = seatsNotice(seats);
  const schedule = scheduleOf(opportunity);
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <CardPicture logo={business.profile_pic_id_fk} areas={areas} />
        <div className={classes.names}>
          <Title order={level} size="h3" className={classes.title}>
            <Link to="/opportunity/view/$id" params={{ id: opportunity._id }}>
              {opportunity.opportunity_title}
            </Link>
          </Title>
          <p className={classes.business}>{business.business_name}</p>
        </div>
        <SaveHeart opportunity={opportunity} />
      </div>
      <ul className={classes.facts}>
        <li>
          <Where opportunity={opportunity} />
        </li>
        <li>
          <IconBriefcase size={18} aria-hidden />
          <span>
            {opportunity.paidUnpaid
              ? t('{pay} {type}', {
                  pay: wireName(opportunity.paidUnpaid),
                  type: wireName(opportunity.internship_type).toLowerCase(),
                })
              : wireName(opportunity.internship_type)}
            {opportunity.opportunity_type === 'Hybrid' && `, ${wireName('Hybrid').toLowerCase()}`}
            {pay !== '' && (
              <>
                {' · '}
                <span className={classes.pay}>{pay}</span>
              </>
            )}
          </span>
        </li>
        {schedule && (
          <li>
            <IconCalendarWeek size={18} aria-hidden />
            <span>{schedule}</span>
          </li>
        )}
        <li>
          <IconCalendar size={18} aria-hidden />
          <span>
            {opportunity.time_frame && `${wireName(opportunity.time_frame)}, `}
            {showDate(opportunity.employment_start)} – {showDate(opportunity.employment_stop)}
          </span>
        </li>
        <li>
          <IconClock size={18} aria-hidden />
          <Window opportunity={opportunity} />
        </li>
        {left !== null && left > 0 && (
          <li>
            <IconUsers size={18} aria-hidden />
            <span>
              {notice ? (
                <strong>{notice}</strong>
              ) : (
                t('{left, plural, one {# spot left} other {# spots left}}', { left })
              )}
            </span>
          </li>
        )}
      </ul>
      <Foot opportunity={opportunity} areas={areas} interests={interests} full={left === 0 && notice} />
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
      {open === 'open' ? t('Apply by') : t('Closed')} <strong>{showDay(lastDayToApply(opportunity))}</strong>
    </span>
  );
}

interface FootProps {
  opportunity: OpportunityRow;
  areas: readonly string[];
  /** The student's own focus areas. */
  interests: readonly string[];
  /** The notice that no spots are left. */
  full: string | null | false;
}

function Foot({ opportunity, areas, interests, full }: FootProps) {
  const ownName = useOwnName();
  const shared = sharedInterests(opportunity, interests);
  const isNew = isNewOn(opportunity, new Date());
  const others = areas.filter((area) => !shared.includes(area));
  const chosen = opportunity.audience === 'Specific';
  const { application } = opportunity;
  if (!full && !chosen && !application && !isNew && areas.length === 0) return null;
  return (
    <div className={classes.foot}>
      {shared.length > 0 && (
        <p className={classes.reason}>
          {t('Matches your {n, plural, one {interest} other {interests}} in {areas}', {
            n: shared.length,
            areas: new Intl.ListFormat(currentLocale()).format(shared.map(ownName)),
          })}
        </p>
      )}
      {isNew && !application && (
        <StatusBadge tone="waiting" icon={IconSparkles}>
          {t('New')}
        </StatusBadge>
      )}
      {application && (
        <StatusBadge tone="good">
          {t('You applied: {status}', { status: wireName(application.status) })}
        </StatusBadge>
      )}
      {chosen && <StatusBadge tone="good">{t('Chosen for you')}</StatusBadge>}
      {full && <StatusBadge tone="plain">{full}</StatusBadge>}
      {others.length > 0 && (
        <ul className={classes.areas} aria-label={t('Focus areas')}>
          {others.map((area) => (
            <li key={area}>
              <OwnNames names={[area]} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
