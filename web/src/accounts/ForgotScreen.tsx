import { Button, Stack, Text, TextInput } from '@mantine/core';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { ResetPasswordInput } from '@waypost/contract/accounts/forms';
import { RESET_CODE_MINUTES } from '@waypost/contract/accounts/rules';
import { useState } from 'react';
import { useCheckedForm } from '../client/form.ts';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { TextLink } from '../ui/links.tsx';
import { Entrance } from './Entrance.tsx';

/** Asks for the link that sets a new password (docs/behavior/accounts.md#forgotten-password). */
export default function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Entrance
      title={sentTo === null ? 'Forgot your password?' : 'Email Sent'}
      lead={
        sentTo === null && 'Enter the email you log in with. We’ll send you a link to set a new password.'
      }
      below={
        <TextLink to="/login" ta="center">
          Back to login
        </TextLink>
      }
    >
      {sentTo === null ? (
        <AskForLink onSent={setSentTo} />
      ) : (
        <Sent to={sentTo} again={() => setSentTo(null)} />
      )}
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
      if (message !== 'success') return notify.error('No User Found', 'Password Reset');
      notify.success('Email Sent', 'Password Reset');
      onSent(input.email);
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          withAsterisk
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={busy}>
          Send the link
        </Button>
      </Stack>
    </form>
  );
}

function Sent({ to, again }: { to: string; again: () => void }) {
  return (
    <Stack role="status">
      <Text>
        A link is on its way to <strong>{to}</strong>. It works once, for {RESET_CODE_MINUTES} minutes.
      </Text>
      <Text c="dimmed" size="sm">
        Nothing after a few minutes? Check your spam folder, or request another link.
      </Text>
      <Button variant="default" onClick={again}>
        Use another email
      </Button>
    </Stack>
  );
}
