import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { sessionQuery, useSettings, useUser } from '../../client/session.ts';
import { LinkButton } from '../../ui/links.tsx';
import { MessagePanel } from '../../ui/MessagePanel.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';
import { Entrance } from './Entrance.tsx';

/** Tells a person how to confirm their email, and what to do if the link did not arrive. */
export default function UnconfirmedEmailScreen() {
  const { email, confirmed } = useUser();
  const settings = useSettings();
  // They may have opened the link in another tab, so check again when they return to this one.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  const resend = useCall(accountCalls.resendConfirmation, {
    onSuccess: () => notify.success(t('We sent the link to {email} again.', { email }), t('Email sent')),
  });
  if (confirmed)
    return (
      <Screen title={t('Your email is confirmed')} width="narrow">
        <MessagePanel
          icon={IconMailCheck}
          text={t('We’ll email you at {email}. You can continue to your account.', { email })}
          action={<LinkButton to="/default">{t('Continue')}</LinkButton>}
        />
      </Screen>
    );
  return (
    <Entrance title={t('Confirm your email')}>
      <Stack>
        <Text>
          <T
            m="We sent a link to <b/>. Open it and press the button to go on. Accounts that are not confirmed within {confirmationDays} days are removed."
            confirmationDays={CONFIRMATION_DAYS}
            b={<strong>{email}</strong>}
          />
        </Text>
        {settings?.outbox && (
          <Text>
            <T
              m="This demo sends no email. <a>Read it in the outbox</a>."
              a={<a href="/outbox" target="_blank" rel="noreferrer" />}
            />
          </Text>
        )}
        <Group>
          <Button onClick={() => resend.mutate({})} loading={resend.isPending}>
            {t('Send the link again')}
          </Button>
          <LinkButton to="/password" variant="default">
            {t('Change address')}
          </LinkButton>
        </Group>
      </Stack>
    </Entrance>
  );
}
