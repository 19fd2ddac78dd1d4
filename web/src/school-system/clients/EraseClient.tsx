import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ClientErasure, recordCalls } from '@waypost/contract/oversight/records/calls';
import { CLIENT_ERASURE_DAYS } from '@waypost/contract/oversight/records/rules';
import type { Client } from '@waypost/contract/school-system/clients/calls';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { EraseClientDialog } from './EraseClientDialog.tsx';

/** Erases a school system with everybody in it, after a waiting period in which it can be stopped. */
export function EraseClient({ client }: { client: Client }) {
  const query = useQuery(callQuery(recordCalls.getClientErasure, { id: client._id }));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="client-erasure">
      <Stack align="flex-start">
        <Title order={2} size="h3" id="client-erasure">
          {t('Erase this school system and everyone in it')}
        </Title>
        <Loaded query={query}>{(erasure) => <State client={client} erasure={erasure} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function State({ client, erasure }: { client: Client; erasure: ClientErasure }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const stop = useCall(recordCalls.stopClientErasure);
  const { erase_on: day, needs_code } = erasure;
  const again = () => refresh(queries, recordCalls.getClientErasure);
  const stopIt = async () => {
    await stop.mutateAsync({ id: client._id });
    await again();
    notify.success(t('{name} will not be erased.', { name: client.full_name }), t('Erasure stopped'));
  };
  // One button for both, so that the focus stays on it.
  return (
    <>
      <Text>
        {day === null
          ? t(
              'All accounts, records, and files are deleted after {days} days. We tell its administrators right away, and you can stop it until then.',
              { days: CLIENT_ERASURE_DAYS },
            )
          : t('It will be erased on {day}, with all accounts, records, and files.', { day: showDate(day) })}
      </Text>
      <Button
        {...(day === null ? { color: 'red.9' } : { variant: 'default' })}
        loading={stop.isPending}
        onClick={() => (day === null ? setAsking(true) : void stopIt().catch(() => undefined))}
      >
        {day === null ? t('Erase the school system') : t('Stop the erasure')}
      </Button>
      <EraseClientDialog
        client={client}
        opened={asking}
        needsCode={needs_code}
        onClose={() => setAsking(false)}
        onStarted={again}
      />
    </>
  );
}
