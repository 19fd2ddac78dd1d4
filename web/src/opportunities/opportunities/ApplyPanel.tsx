import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { guardScreen } from '@waypost/contract/access';
import type { ReplyOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { lastDayToApply } from '@waypost/contract/opportunities/opportunities/rules';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { wireName } from '@waypost/contract/wire-names';
import { useId, useState } from 'react';
import { callQuery } from '../../client/queries.ts';
import { personOf, useSession } from '../../client/session.ts';
import { showDay, showMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { MinimumHoursDialog } from './MinimumHoursDialog.tsx';
import classes from './Opportunity.module.css';
import { obstacleTo } from './obstacle-words.ts';

const { getApplicationToOpportunity } = applicationCalls;
type OwnApplication = Exclude<ReplyOf<typeof getApplicationToOpportunity>, unknown[]>;

/** The student's button to apply, or why there is none (docs/behavior/applications.md#applying). */
export function ApplyPanel({ opportunity }: { opportunity: Opportunity }) {
  const query = useQuery(
    callQuery(getApplicationToOpportunity, { opp_id: opportunity._id }, { quiet: true }),
  );
  return (
    <Paper component="section" withBorder p="md" aria-label={t('Apply')} className={classes.apply}>
      <Loaded query={query} waiting={<ButtonToCome />}>
        {(reply) =>
          Array.isArray(reply) ? <Apply opportunity={opportunity} /> : <Applied application={reply} />
        }
      </Loaded>
    </Paper>
  );
}

/** As high as the button with the text below it. */
function ButtonToCome() {
  return (
    <Stack gap="xs">
      <Skeleton height={42} />
      <Skeleton height={18} width="70%" />
    </Stack>
  );
}

function Applied({ application }: { application: OwnApplication }) {
  const waits = application.status === 'Offered';
  return (
    <>
      <p className={classes.applied}>
        {t('You applied on {date}.', { date: showMoment(application.date_application) })}{' '}
        <StatusBadge tone={waits ? 'attention' : 'plain'}>{wireName(application.status)}</StatusBadge>
      </p>
      {waits && application.reply_by && (
        <Text size="sm">{t('Reply by {day}', { day: showDay(application.reply_by) })}</Text>
      )}
      <LinkButton
        to="/application/view/$id"
        params={{ id: application._id }}
        fullWidth
        variant={waits ? 'filled' : 'default'}
      >
        {waits ? t('Answer the offer') : t('See your application')}
      </LinkButton>
    </>
  );
}

function Apply({ opportunity }: { opportunity: Opportunity }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const reasonId = useId();
  const { session } = useSession();
  const reason = whyNot(opportunity, guardScreen('/opportunity/view/$id/apply', personOf(session)));
  return (
    <>
      <Button
        fullWidth
        size="md"
        disabled={reason !== null}
        aria-describedby={reasonId}
        onClick={() => setAsking(true)}
      >
        {t('Apply')}
      </Button>
      <Text size="sm" c="dimmed" id={reasonId}>
        {reason ?? t('Applications close on {date}.', { date: showDay(lastDayToApply(opportunity)) })}
      </Text>
      <MinimumHoursDialog
        opened={asking}
        onClose={() => setAsking(false)}
        internshipType={opportunity.internship_type}
        onConfirm={() =>
          navigate({
            to: '/opportunity/view/$id/apply',
            params: { id: opportunity._id },
            state: { knowsMinimumHours: true },
          })
        }
      />
    </>
  );
}

function whyNot(opportunity: Opportunity, redirect: string | null): string | null {
  const obstacle = obstacleTo(opportunity);
  if (obstacle) return `${obstacle}.`;
  if (redirect === '/unconfirmedEmail')
    return t('You can apply once you have confirmed your email and your school system has approved you.');
  return redirect === '/unapprovedProfile'
    ? t('You can apply once your school system has approved your account.')
    : null;
}
