import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, useCall } from '../../client/queries.ts';
import { renewSession, useSession } from '../../client/session.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Entrance } from './Entrance.tsx';

/**
 * The link in the sign-up email opens this screen. Confirming takes a button press, because email scanners
 * open links by themselves. In a browser that is still logged in to the new account, opening the link is
 * enough, because a scanner has no session. A link that is opened again says that the email is confirmed.
 */
export default function ConfirmEmailScreen() {
  const { code } = useParams({ from: '/confirm/$code' });
  const [expired, setExpired] = useState(false);
  const found = useQuery(callQuery(accountCalls.findConfirmation, { code })).data?.message;
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
  const { session } = useSession();
  const isOwn = session?.user.confirmed === false && !session.is_masquerade;
  const isSent = useRef(false);
  useEffect(() => {
    if (!isOwn || isSent.current) return;
    isSent.current = true;
    confirm.mutate({ code });
  }, [isOwn, code, confirm.mutate]);
  if (expired || found === 'expired') return <Expired />;
  // Not while its own press is under way, which leads on by itself.
  if (found === 'confirmed' && confirm.isIdle) return <Confirmed />;
  return (
    <Entrance title={t('Confirm your email')} lead={t('One more step to finish creating your account.')}>
      <Button size="md" fullWidth onClick={() => confirm.mutate({ code })} loading={confirm.isPending}>
        {t('Confirm email')}
      </Button>
    </Entrance>
  );
}

function Confirmed() {
  const { session } = useSession();
  return (
    <Entrance title={t('Your email is confirmed')}>
      <LinkButton to={session ? '/default' : '/login'} size="md">
        {session ? t('Continue') : t('Log in')}
      </LinkButton>
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
