import { Button, Stack, Text, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { ResetPasswordInput } from '@waypost/contract/people/accounts/forms';
import { RESET_CODE_MINUTES } from '@waypost/contract/people/accounts/rules';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { T } from '../../ui/T.tsx';
import { Entrance, ForgotFrame } from './Entrance.tsx';

/** Requests a link to set a new password (docs/behavior/accounts.md#forgotten-password). */
export default function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const below = (
    <TextLink to="/login" ta="center">
      {t('Back to login')}
    </TextLink>
  );
  if (sentTo === null)
    return (
      <ForgotFrame below={below}>
        <AskForLink onSent={setSentTo} />
      </ForgotFrame>
    );
  return (
    <Entrance title={t('Email Sent')} below={below}>
      <Sent to={sentTo} again={() => setSentTo(null)} />
    </Entrance>
  );
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const reset = useCall(accountCalls.resetPassword);
  const { form, busy, formProps } = useCheckedForm({
    schema: ResetPasswordInput,
    initialValues: { email: '' },
    submit: async (input) => {
      const { message } = await reset.mutateAsync(input);
      if (message !== 'success') return notify.error(t('No User Found'), t('Password reset'));
      notify.success(t('Email Sent'), t('Password reset'));
      onSent(input.email);
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          withAsterisk
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('Send the link')}
        </Button>
      </Stack>
    </form>
  );
}

function Sent({ to, again }: { to: string; again: () => void }) {
  return (
    <Stack role="status">
      <Text>
        <T
          m="A link is on its way to <b/>. It works once, for {resetCodeMinutes} minutes."
          resetCodeMinutes={RESET_CODE_MINUTES}
          b={<strong>{to}</strong>}
        />
      </Text>
      <Text c="dimmed" size="sm">
        {t('Nothing after a few minutes? Check your spam folder, or request another link.')}
      </Text>
      <Button variant="default" onClick={again}>
        {t('Use another email')}
      </Button>
    </Stack>
  );
}
