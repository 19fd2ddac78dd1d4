import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/accounts/rules';
import { t } from '@waypost/contract/i18n';
import { useState } from 'react';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { renewSession } from '../client/session.ts';
import { LinkButton } from '../ui/links.tsx';
import { Entrance } from './Entrance.tsx';

/**
 * The mailed link of a sign-up leads here. Confirming takes a button press, because email scanners open
 * links by themselves.
 */
export default function ConfirmEmailScreen() {
  const { code } = useParams({ from: '/confirm/$code' });
  const [expired, setExpired] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useCall(accountCalls.confirmEmail, {
    onSuccess: async ({ message }) => {
      if (message === 'expired') return setExpired(true);
      notify.success(t('Your email is confirmed.'));
      const session = await renewSession(queries);
      await navigate({ to: session ? '/default' : '/login' });
    },
  });
  if (expired) return <Expired />;
  return (
    <Entrance title={t('Confirm your email')}>
      <Button size="md" onClick={() => confirm.mutate({ code })} loading={confirm.isPending}>
        {t('Confirm email')}
      </Button>
    </Entrance>
  );
}

function Expired() {
  return (
    <Entrance title={t('This link no longer works')}>
      <Stack>
        <Text>
          {t(
            'A link works once, for {confirmationDays} days. Log in to get a new one. If more time has passed, sign up again.',
            { confirmationDays: CONFIRMATION_DAYS },
          )}
        </Text>
        <LinkButton to="/login" size="md">
          {t('Log in')}
        </LinkButton>
      </Stack>
    </Entrance>
  );
}
