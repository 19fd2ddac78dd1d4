import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSettings } from '../client/session.ts';
import { ClientPeople } from '../clients/ClientPeople.tsx';
import { WaitingForYou } from '../people/WaitingForYou.tsx';
import { Screen } from '../ui/Screen.tsx';

/** Where staff land: first what waits for them, then how their school system stands. */
export default function DashboardScreen() {
  const settings = useSettings();
  return (
    <Screen title="Dashboard" lead={settings?.full_name}>
      <Part title="Waiting for you">
        <WaitingForYou />
      </Part>
      <Part title="People">
        <ClientPeople />
      </Part>
    </Screen>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
