import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FollowUp, followUpCalls } from '@waypost/contract/follow-ups/calls';
import {
  canRemind,
  type FollowUpKind,
  followUpAges,
  followUpKinds,
  followUpWords,
  REMIND_MAX,
} from '@waypost/contract/follow-ups/rules';
import { currentLocale, t } from '@waypost/contract/i18n';
import { useMemo, useState } from 'react';
import { oneOf, useAddress } from '../client/address.ts';
import { callWithTotal } from '../client/call.ts';
import { notify } from '../client/notices.ts';
import { refresh, useCall } from '../client/queries.ts';
import { ReportFilters } from '../reports/ReportFilters.tsx';
import { ReportScreen } from '../reports/ReportScreen.tsx';
import { type ReportSearch, readReportSearch } from '../reports/report-search.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
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

/** What students and businesses still have to do: to remind them, or to look at it later (docs/behavior/follow-ups.md). */
export default function FollowUpsScreen() {
  const queries = useQueryClient();
  const [search, choose] = useAddress(read);
  const [all, setAll] = useState<string[] | null>(null);
  const [snoozing, setSnoozing] = useState<FollowUp | null>(null);
  const { kind, age, snoozed = false, schools = [], programs = [] } = search;
  const filter = {
    ...{ kind: kind ?? null, older_than: age ?? null, snoozed },
    ...{ school_attending: schools, affiliated_program: programs },
  };
  const again = () => refresh(queries, filterFollowUps);
  const remind = useCall(remindFollowUps, {
    onSuccess: ({ people, already }) => {
      notify.success(
        [
          t('{people, plural, =0 {Nobody was} one {1 person was} other {# people were}} reminded.', {
            people,
          }),
          ...(already > 0
            ? [
                t('{already, plural, one {1 person had} other {# people had}} a reminder today already.', {
                  already,
                }),
              ]
            : []),
        ].join(' '),
      );
      return again();
    },
  });
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
  const findAll = async () => {
    const { rows } = await callWithTotal(filterFollowUps, { ...filter, limit: REMIND_MAX, offset: 0 });
    const ids = rows.filter(canRemind).map(({ _id }) => _id);
    if (ids.length === 0) notify.warning(t('There is nobody here to remind.'));
    else setAll(ids);
  };
  return (
    <>
      <ReportScreen
        title={t('Follow-ups')}
        lead={t('What students and businesses still have to do, the longest waiting first.')}
        call={filterFollowUps}
        filter={filter}
        filters={
          <ReportFilters search={search} onChange={choose} own={['kind', 'age', 'snoozed']}>
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
            <Group gap="md" w="100%" style={{ order: 1 }}>
              <Switch
                label={t('Show only what is put off')}
                checked={snoozed}
                onChange={({ currentTarget }) => choose({ snoozed: currentTarget.checked || undefined })}
              />
              <Button variant="default" onClick={() => void findAll()}>
                {t('Remind everyone listed')}
              </Button>
            </Group>
          </ReportFilters>
        }
        columns={columns}
        count={(n) =>
          t('{n} {n2, plural, one {follow-up} other {follow-ups}}', {
            n: n.toLocaleString(currentLocale()),
            n2: n,
          })
        }
        empty={t('Nothing is waiting for anyone')}
        sort={{ key: 'since', descending: false }}
        onSort={() => undefined}
        csv={{ name: 'follow_ups', columns: followUpCsv }}
      />
      <ConfirmDialog
        opened={all !== null}
        onClose={() => setAll(null)}
        onConfirm={() => remind.mutateAsync({ _ids: all ?? [] })}
        title={t('Remind everyone listed?')}
        confirm={t('Send reminders')}
      >
        {t(
          'Everyone gets one email about all that is waiting for them: {n, plural, one {1 follow-up} other {# follow-ups}}. Nobody gets a second one today.',
          { n: all?.length ?? 0 },
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
