import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { RESET_CODE_MINUTES } from '@waypost/contract/people/accounts/rules';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, useCall } from '../../client/queries.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Entrance } from './Entrance.tsx';
import { NewPasswordForm, passwordHint } from './password-forms.ts';

/**
 * The page behind a reset link: sets a new password, then opens the login
 * (docs/behavior/accounts.md#forgotten-password).
 */
export default function NewPasswordScreen() {
  const { code } = useParams({ from: '/forgotPassword/$code' });
  const [expired, setExpired] = useState(false);
  const query = useQuery(
    callQuery(accountCalls.findUserByCode, { code }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (expired || query.data?.message === 'expired') return <Expired />;
  return (
    <Entrance title={t('Set a new password')}>
      <Loaded query={query}>
        {({ _id = '', email = '' }) => (
          <SetPassword _id={_id} email={email} onExpired={() => setExpired(true)} />
        )}
      </Loaded>
    </Entrance>
  );
}

function Expired() {
  return (
    <Entrance title={t('This link has expired')}>
      <Stack>
        <Text>
          {t(
            'A link works once, for {resetCodeMinutes} minutes, and stops working when the password changes.',
            { resetCodeMinutes: RESET_CODE_MINUTES },
          )}
        </Text>
        <LinkButton to="/forgot" size="md">
          {t('Request a new link')}
        </LinkButton>
      </Stack>
    </Entrance>
  );
}

interface SetPasswordProps {
  _id: string;
  email: string;
  onExpired: () => void;
}

function SetPassword({ _id, email, onExpired }: SetPasswordProps) {
  const navigate = useNavigate();
  const change = useCall(accountCalls.changePasswordById);
  const { form, busy, formProps } = useCheckedForm({
    schema: NewPasswordForm,
    initialValues: { new_password: '', confirmation: '' },
    invalid: (errors) =>
      errors.confirmation
        ? [t("Passwords Don't Match"), t('Form Error')]
        : [t('Check Your Form for errors'), t('Form Error')],
    submit: async ({ new_password }) => {
      const { message } = await change.mutateAsync({ _id, new_password });
      if (message === 'expired') return onExpired();
      notify.success(t('Log in with your new password.'), t('Password changed'));
      await navigate({ to: '/login', state: { email } });
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        {/* Read-only, so that a password manager knows which account the password belongs to. */}
        <TextInput label={t('Account')} value={email} readOnly autoComplete="username" variant="unstyled" />
        <PasswordField
          label={t('New password')}
          description={passwordHint()}
          autoComplete="new-password"
          withAsterisk
          {...form.getInputProps('new_password')}
        />
        <PasswordField
          label={t('Confirm new password')}
          autoComplete="new-password"
          withAsterisk
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('Set password')}
        </Button>
      </Stack>
    </form>
  );
}
