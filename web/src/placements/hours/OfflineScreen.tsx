import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import { useEffect, useRef, useState } from 'react';
import { addressAs } from '../../client/locale.ts';
import { showNotSaved } from '../../client/notices.ts';
import { randomId } from '../../client/random-id.ts';
import { sessionQuery, settingsQuery, useSession } from '../../client/session.ts';
import { Screen } from '../../ui/Screen.tsx';
import { LogHoursForm } from './LogHoursForm.tsx';
import type { OfflineData, OfflinePlacement } from './offline-store.ts';
import { QueuedEntries } from './QueuedEntries.tsx';
import { queueStore } from './queue-store.ts';
import { useQueuedEntries } from './use-queued-entries.ts';

/** How often to try again while the page is visible, in milliseconds: a bad connection reports no change. */
const AGAIN = 30_000;

interface OfflineScreenProps {
  offlineData: OfflineData;
  /** Opens the screen that could not be shown. */
  open: () => void;
}

/**
 * Replaces every screen if the application was opened without a connection: a student can still log hours. It is unknown
 * who is logged in, so entries are only saved here. The shell sends them once the server has confirmed their account.
 */
export default function OfflineScreen({ offlineData: { account, placements }, open }: OfflineScreenProps) {
  const queries = useQueryClient();
  const { known: isBack } = useSession();
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState(placements[0]?.project_id ?? '');
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => {
      const once = { retry: false, networkMode: 'always' } as const;
      return Promise.all([
        queries.fetchQuery({ ...sessionQuery, ...once }),
        queries.fetchQuery({ ...settingsQuery, ...once }),
      ]);
    },
    meta: { quiet: true },
  });
  const opening = useRef(open);
  opening.current = open;

  useEffect(() => addressAs('tu'), []);
  useEffect(() => {
    // Keep the form open until what is being typed is saved.
    if (isBack && !isTyping) opening.current();
  }, [isBack, isTyping]);
  useEffect(() => {
    if (isBack) return;
    const tryAgain = () => {
      if (document.visibilityState === 'visible') mutate();
    };
    const timer = setInterval(tryAgain, AGAIN);
    window.addEventListener('online', tryAgain);
    document.addEventListener('visibilitychange', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
      document.removeEventListener('visibilitychange', tryAgain);
    };
  }, [isBack, mutate]);

  const names = placements.map(({ project_id, title, business }) => ({
    value: project_id,
    label: `${title} · ${business}`,
  }));
  return (
    <Screen
      title={isBack ? t('You’re back online') : t('You’re offline')}
      lead={t('You can still log hours. They stay on this phone until you’re back online.')}
      width="narrow"
    >
      <Group gap="sm">
        <Button variant="default" loading={isPending} onClick={isBack ? open : () => mutate()}>
          {isBack ? t('Continue') : t('Try again')}
        </Button>
        <Text role="status">
          {isBack && t('Save your hours first, or continue without them.')}
          {isError && !isPending && !isBack && t('There is still no connection.')}
        </Text>
      </Group>
      {names.length > 1 ? (
        <NativeSelect
          label={t('Placement')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={names}
        />
      ) : (
        <Text fw={600}>{names[0]?.label}</Text>
      )}
      <Stack gap="lg" onInput={() => setTyping(true)}>
        <Hours
          key={chosen}
          account={account}
          projectId={chosen}
          days={placements.find(({ project_id }) => project_id === chosen)?.days ?? null}
          onSaved={() => setTyping(false)}
        />
      </Stack>
    </Screen>
  );
}

interface HoursProps {
  account: string;
  projectId: string;
  days: OfflinePlacement['days'] | null;
  onSaved: () => void;
}

/** The form of a placement, and its entries on this phone. */
function Hours({ account, projectId: project_id, days, onSaved }: HoursProps) {
  const waiting = useQueuedEntries(account, project_id);
  const save = useMutation({
    mutationFn: async (entry: HoursEntryInput) => {
      const key = randomId();
      await queueStore.put({ key, account, project_id, entry, saved_at: Date.now(), refused: null });
      return null;
    },
    onSuccess: onSaved,
    onError: showNotSaved,
    meta: { quiet: true },
  });
  return (
    <>
      <LogHoursForm
        project={{ _id: project_id, hours: [] }}
        days={days ?? null}
        account={account}
        log={save.mutateAsync}
        correcting={null}
        likeLast={false}
        onCorrected={() => undefined}
      />
      {waiting.length > 0 && (
        <QueuedEntries entries={waiting} onCorrect={null} onRemove={({ key }) => queueStore.remove(key)} />
      )}
    </>
  );
}
