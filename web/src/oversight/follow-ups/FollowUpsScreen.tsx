import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@waypost/contract/call';
import { formatLocale, t } from '@waypost/contract/i18n';
import {
  type FollowUp,
  type FollowUpFilter,
  followUpCalls,
} from '@waypost/contract/oversight/follow-ups/calls';
import {
  type FollowUpKind,
  followUpAges,
  followUpKinds,
  followUpWords,
} from '@waypost/contract/oversight/follow-ups/rules';
import { DEFAULT_ZONE } from '@waypost/contract/school-system/settings/rules';
import { useMemo, useState } from 'react';
import { call, callWithTotal } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { oneOf, useAddress } from '../../client/search-params.ts';
import { settingsQuery } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { ReportFilters } from '../reports/ReportFilters.tsx';
import { ReportScreen } from '../reports/ReportScreen.tsx';
import { type ReportSearch, readReportSearch, resetOf } from '../reports/report-search.ts';
import { followUpColumns, followUpCsv } from './follow-up-columns.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';

const { filterFollowUps, remindFollowUps, snoozeFollowUp } = followUpCalls;

interface FollowUpSearch extends ReportSearch {
  kind?: FollowUpKind | undefined;
  age?: number | undefined;
  snoozed?: true | undefined;
}

const readShared = readReportSearch([]);
const read = (search: Record<string, unknown>): FollowUpSearch => ({
  ...readShared(search),
  kind: oneOf(followUpKinds, search.kind),
  age: followUpAges.find((age) => age === search.age),
  snoozed: search.snoozed === true || undefined,
});

/** What everyone still has to do. Staff can remind them, or put it off (docs/behavior/follow-ups.md). */
export default function FollowUpsScreen() {
  const queries = useQueryClient();
  const [search, choose] = useAddress(read);
  const reset = resetOf(search, choose, ['schools', 'programs', 'year', 'kind', 'age', 'snoozed']);
  const [all, setAll] = useState<{ filter: FollowUpFilter; count: number } | null>(null);
  const [snoozing, setSnoozing] = useState<FollowUp | null>(null);
  const { kind, age, snoozed = false, schools = [], programs = [] } = search;
  const filter = {
    kind: kind ?? null,
    older_than: age ?? null,
    snoozed,
    school_attending: schools,
    affiliated_program: programs,
  };
  const timeZone = useQuery(settingsQuery).data?.time_zone ?? DEFAULT_ZONE;
  const again = () => refresh(queries, filterFollowUps);
  const remind = useCall(remindFollowUps, {
    onSuccess: (reminded) => {
      showResult(reminded, timeZone);
      return again();
    },
  });
  // Each call reminds some people, until no one is left.
  const remindAll = async () => {
    const sum: Parameters<typeof showResult>[0] = { people: 0, no_email: 0, already: 0, sends_at: null };
    try {
      for (let left = 1; left > 0; ) {
        const reminded = await call(remindFollowUps, { all: all?.filter });
        // Later calls also count the people whom earlier ones reminded.
        if (sum.people + sum.no_email === 0) sum.already = reminded.already;
        sum.people += reminded.people;
        sum.no_email += reminded.no_email;
        sum.sends_at = reminded.sends_at;
        left = reminded.left;
      }
    } finally {
      await again();
    }
    showResult(sum, timeZone);
  };
  const snooze = useCall(snoozeFollowUp, { onSuccess: again });
  const columns = useMemo(
    () =>
      followUpColumns({
        remind: (row) => remind.isPending || remind.mutate({ _ids: [row._id] }),
        snooze: setSnoozing,
        wake: (row) => snooze.mutate({ _id: row._id, until: null }),
      }),
    [remind.isPending, remind.mutate, snooze.mutate],
  );
  const findAll = useMutation({
    mutationFn: () => callWithTotal(filterFollowUps, { ...filter, limit: 1, offset: 0 }),
    onSuccess: ({ total }) => {
      if (total === 0) notify.warning(t('There is no one on this list to remind.'));
      else setAll({ filter, count: total });
    },
  });
  return (
    <>
      <ReportScreen
        title={t('Follow-ups')}
        lead={t('What people still have to do, longest wait first.')}
        call={filterFollowUps}
        filter={filter}
        onReset={reset}
        filters={
          <ReportFilters search={search} onChange={choose} onReset={reset}>
            <NativeSelect
              label={t('What')}
              value={kind ?? ''}
              onChange={({ currentTarget: { value } }) => choose({ kind: oneOf(followUpKinds, value) })}
              data={[
                { value: '', label: t('Everything') },
                ...followUpKinds.map((value) => ({ value, label: t(followUpWords[value]) })),
              ]}
            />
            <NativeSelect
              label={t('Waiting for at least')}
              value={age ?? ''}
              onChange={({ currentTarget: { value } }) =>
                choose({ age: followUpAges.find((days) => `${days}` === value) })
              }
              data={[
                { value: '', label: t('Any time') },
                ...followUpAges.map((days) => ({ value: `${days}`, label: t('{days} days', { days }) })),
              ]}
            />
            <Switch
              w="100%"
              style={{ order: 1 }}
              label={t('Show only follow-ups that are put off')}
              checked={snoozed}
              onChange={({ currentTarget }) => choose({ snoozed: currentTarget.checked || undefined })}
            />
          </ReportFilters>
        }
        forAll={
          <Button variant="default" onClick={() => findAll.isPending || findAll.mutate()}>
            {t('Remind everyone listed')}
          </Button>
        }
        columns={columns}
        count={(n) =>
          t('{n} {n2, plural, one {follow-up} other {follow-ups}}', {
            n: showNumber(n),
            n2: n,
          })
        }
        empty={t('No follow-ups are waiting')}
        sort={{ key: 'since', descending: false }}
        onSort={() => undefined}
        csv={{ name: 'follow_ups', columns: followUpCsv }}
      />
      <ConfirmDialog
        opened={all !== null}
        onClose={() => setAll(null)}
        onConfirm={remindAll}
        title={t('Remind everyone listed?')}
        confirm={t('Send reminders')}
      >
        {t(
          'This list has {n, plural, one {1 follow-up} other {# follow-ups}}. Each person gets one email about everything they still have to do, and no more than one a day.',
          { n: all?.count ?? 0 },
        )}
      </ConfirmDialog>
      {snoozing && (
        <SnoozeDialog
          row={snoozing}
          onClose={() => setSnoozing(null)}
          onSnooze={(until) => snooze.mutateAsync({ _id: snoozing._id, until })}
        />
      )}
    </>
  );
}

type RemindResult = Omit<ReplyOf<typeof remindFollowUps>, 'left'>;

function showResult({ people, no_email, already, sends_at }: RemindResult, timeZone: string): void {
  notify.success(
    [
      sends_at && people > 0
        ? t(
            '{people, plural, one {1 person gets} other {# people get}} an email. Reminders go out on {day} at {time}.',
            { people, ...whenIn(timeZone, new Date(sends_at)) },
          )
        : t('{people, plural, =0 {No one was} one {1 person was} other {# people were}} reminded by email.', {
            people,
          }),
      ...(no_email > 0
        ? [
            t(
              '{n, plural, one {1 person gets} other {# people get}} no emails: they turned reminders off, or their address returns mail.',
              { n: no_email },
            ),
          ]
        : []),
      ...(already > 0
        ? [
            t('{already, plural, one {1 person} other {# people}} already had a reminder today.', {
              already,
            }),
          ]
        : []),
    ].join(' '),
  );
}

/** "Monday" and "8:00 AM", in this time zone. */
const whenIn = (timeZone: string, at: Date) => ({
  day: at.toLocaleDateString(formatLocale(), { timeZone, weekday: 'long' }),
  time: at.toLocaleTimeString(formatLocale(), { timeZone, hour: 'numeric', minute: '2-digit' }),
});
