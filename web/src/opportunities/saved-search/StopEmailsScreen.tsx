import { Button, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { savedSearchCalls } from '@waypost/contract/opportunities/saved-search/calls';
import { useCall } from '../../client/queries.ts';
import { Entrance } from '../../people/accounts/Entrance.tsx';
import { LinkButton } from '../../ui/links.tsx';

/**
 * The target of the unsubscribe link in a weekly email; requires no login. Unsubscribing takes a button press,
 * because email scanners open every link.
 */
export default function StopEmailsScreen() {
  const { code } = useParams({ from: '/stopEmails/$code' });
  const stop = useCall(savedSearchCalls.stopSearchEmails);
  if (stop.data)
    return stop.data.message === 'success' ? (
      <Entrance title={t('You won’t get these emails anymore')}>
        <Text>{t('You can turn them back on when you search.')}</Text>
      </Entrance>
    ) : (
      <Entrance title={t('This link no longer works')}>
        <Stack>
          <Text>{t('The emails may already be stopped. Log in to see which emails you get.')}</Text>
          <LinkButton to="/password" size="md">
            {t('See my emails')}
          </LinkButton>
        </Stack>
      </Entrance>
    );
  return (
    <Entrance
      title={t('Stop weekly emails')}
      lead={t('We email you once a week when something new matches your saved search.')}
    >
      <Button size="md" fullWidth onClick={() => stop.mutate({ code })} loading={stop.isPending}>
        {t('Stop these emails')}
      </Button>
    </Entrance>
  );
}
