import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/accounts/rules';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { sessionQuery, useSettings, useUser } from '../client/session.ts';
import { LinkButton } from '../ui/links.tsx';
import { Entrance } from './Entrance.tsx';

/** For somebody who signed up and has not opened the mailed link: what to do, and what if it did not arrive. */
export default function UnconfirmedEmailScreen() {
  const { email, confirmed } = useUser();
  const settings = useSettings();
  // Whoever comes back from their mail has perhaps opened the link.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  const resend = useCall(accountCalls.resendConfirmation, {
    onSuccess: () => notify.success(`We sent the link to ${email} again.`, 'Email sent'),
  });
  if (confirmed)
    return (
      <Entrance title="Your email is confirmed">
        <LinkButton to="/default">Continue</LinkButton>
      </Entrance>
    );
  return (
    <Entrance title="Confirm your email">
      <Stack>
        <Text>
          We sent a link to <strong>{email}</strong>. Open it and press the button to go on. Accounts that are
          not confirmed within {CONFIRMATION_DAYS} days are removed.
        </Text>
        {settings?.outbox && (
          <Text>
            This demo sends no email.{' '}
            <a href="/outbox" target="_blank" rel="noreferrer">
              Read it in the outbox
            </a>
            .
          </Text>
        )}
        <Group>
          <Button onClick={() => resend.mutate({})} loading={resend.isPending}>
            Send the link again
          </Button>
          <LinkButton to="/password" variant="default">
            Change address
          </LinkButton>
        </Group>
      </Stack>
    </Entrance>
  );
}
