import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mayCall } from '@waypost/contract/call-access';
import { t } from '@waypost/contract/i18n';
import { calendarCalls } from '@waypost/contract/oversight/calendar/calls';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, keyOf, useCall } from '../../client/queries.ts';
import { personOf, useSession } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMomentWithTime } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import classes from './CalendarSection.module.css';

const { getCalendarFeed, makeCalendarFeed, endCalendarFeed } = calendarCalls;

/** The secret URL of a user's calendar feed (docs/behavior/calendar.md#address). */
export function CalendarSection() {
  const { session } = useSession();
  if (mayCall('getCalendarFeed', personOf(session)) !== 'yes') return null;
  return (
    <Paper withBorder shadow="xs" className={classes.section} component="section" aria-labelledby="calendar">
      <Stack>
        <Stack gap={6}>
          <Title order={2} size="h3" id="calendar">
            {t('Your dates in your calendar')}
          </Title>
          <Text c="dimmed">
            {t(
              'Add your Waypost dates to Google Calendar, Apple Calendar, or Outlook: subscribe to your own address there. Anyone who has the address can read your dates, so keep it to yourself. Some calendars check for changes only once a day.',
            )}
          </Text>
        </Stack>
        <Feed />
      </Stack>
    </Paper>
  );
}

function Feed() {
  const queries = useQueryClient();
  const query = useQuery(callQuery(getCalendarFeed, {}, { quiet: true }));
  const [address, setAddress] = useState<string | null>(null);
  const [asking, setAsking] = useState<'replace' | 'turn off' | null>(null);
  const keep = (made_at: string | null) => queries.setQueryData(keyOf(getCalendarFeed, {}), { made_at });
  const first = useRef<HTMLButtonElement>(null);
  const hasEnded = useRef(false);
  const make = useCall(makeCalendarFeed, {
    onSuccess: (made) => {
      keep(made.made_at);
      setAddress(made.address);
    },
  });
  const end = useCall(endCalendarFeed, {
    onSuccess: () => {
      hasEnded.current = true;
      keep(null);
      setAddress(null);
      notify.success(t('Your calendar address no longer works.'));
    },
  });
  // The pressed button has disappeared, so its replacement takes the focus once the dialog is closed.
  useEffect(() => {
    if (asking || !hasEnded.current) return;
    hasEnded.current = false;
    first.current?.focus({ preventScroll: true });
  }, [asking]);
  return (
    <Loaded query={query}>
      {({ made_at }) => (
        <>
          {address !== null && <NewAddress key={address} address={address} />}
          {made_at === null ? (
            <Group>
              <Button ref={first} onClick={() => make.isPending || make.mutate({})}>
                {t('Create calendar address')}
              </Button>
            </Group>
          ) : (
            <>
              <Text>
                {t('Your address has worked since {since}.', { since: showMomentWithTime(made_at) })}
              </Text>
              <Group>
                <Button variant="default" onClick={() => setAsking('replace')}>
                  {t('Replace calendar address')}
                </Button>
                <Button variant="default" onClick={() => setAsking('turn off')}>
                  {t('Turn off calendar address')}
                </Button>
              </Group>
            </>
          )}
          <ConfirmDialog
            opened={asking !== null}
            onClose={() => setAsking(null)}
            onConfirm={() => (asking === 'replace' ? make : end).mutateAsync({})}
            title={
              asking === 'replace'
                ? t('Replace your calendar address?')
                : t('Turn off your calendar address?')
            }
            confirm={asking === 'replace' ? t('Replace address') : t('Turn off address')}
          >
            {asking === 'replace'
              ? t('Calendars that use the old address stop getting changes. Subscribe to the new one there.')
              : t('Calendars that use it stop getting changes.')}
          </ConfirmDialog>
        </>
      )}
    </Loaded>
  );
}

/** Shown once, because it cannot be retrieved later. */
function NewAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify.success(t('Your calendar address is copied.'));
    } catch {
      field.current?.select();
      notify.warning(t('This browser does not let us copy. The address is selected: copy it yourself.'));
    }
  };
  return (
    <>
      <TextInput
        ref={field}
        size="md"
        readOnly
        label={t('Your calendar address')}
        description={t('Copy it now: we don’t show it again. If you lose it, replace it with a new one.')}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <Button onClick={copy}>{t('Copy address')}</Button>
      </Group>
    </>
  );
}
