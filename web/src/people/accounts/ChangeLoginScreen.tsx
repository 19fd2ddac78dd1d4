import { Alert, Button, Divider, Stack, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { FieldRefused, useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { renewSession, useSession, useUser } from '../../client/session.ts';
import { MailSection } from '../../messages/mail/MailSection.tsx';
import { CalendarSection } from '../../oversight/calendar/CalendarSection.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PastMasquerades } from '../masquerade/PastMasquerades.tsx';
import { SecondFactor, SecondFactorSection } from '../second-factor/SecondFactorSection.tsx';
import { SessionsSection } from '../sessions/SessionsSection.tsx';
import { Entrance } from './Entrance.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { ChangeLoginForm, passwordHint } from './password-forms.ts';

/**
 * Changes the email and password, both protected by the current password
 * (docs/behavior/accounts.md#change-log-in-info), and below them the language, the email choices, the
 * calendar, and the sessions.
 */
export default function ChangeLoginScreen() {
  const { session } = useSession();
  const mustChoose = session?.must_change_password ?? false;
  const mustSetUp = !mustChoose && (session?.must_set_up_second_factor ?? false);
  if (mustSetUp)
    return (
      <Entrance
        title={t('Set up two-step login')}
        lead={t('Your account needs it before you can go on.')}
        below={<LanguageSection />}
      >
        <SecondFactor mustSetUp />
      </Entrance>
    );
  return (
    <Entrance
      title={t('Change Log In Info')}
      lead={mustChoose ? null : t('A new password logs you out everywhere else.')}
      below={
        <>
          <LanguageSection />
          {!mustChoose && <MailSection />}
          {!mustChoose && !session?.is_masquerade && (
            <>
              <CalendarSection />
              <SecondFactorSection />
              <SessionsSection />
              <PastMasquerades />
            </>
          )}
        </>
      }
    >
      <Stack gap="lg">
        {mustChoose && (
          <Alert icon={<IconKey aria-hidden />} title={t('Choose a password of your own')}>
            {t('You logged in with a temporary password. Choose your own to continue.')}
          </Alert>
        )}
        <ChangeLogin mustChoose={mustChoose} />
      </Stack>
    </Entrance>
  );
}

function ChangeLogin({ mustChoose }: { mustChoose: boolean }) {
  const { email } = useUser();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useCall(accountCalls.changePassword);
  const { form, busy, formProps } = useCheckedForm({
    schema: ChangeLoginForm,
    initialValues: { email, password: '', new_password: '', confirmation: '' },
    invalid: (errors) =>
      errors.confirmation
        ? [t("Passwords Don't Match"), t('Form Error')]
        : [t('Check Your Form for errors'), t('Form Error')],
    submit: async ({ confirmation: _, ...input }) => {
      const { message } = await change.mutateAsync(input);
      if (message === 'wrongPassword') refuse('password', t('Wrong password entered'));
      if (message === 'emailExists')
        refuse('email', t('Another user already is using that email. Contact an administrator'));
      const moves = input.email.toLowerCase() !== email.toLowerCase();
      if (moves) notify.success(openLinkSentTo(input.email), t(CHANGED));
      else notify.success(t(CHANGED));
      form.setValues({ email: input.email, password: '', new_password: '', confirmation: '' });
      await renewSession(queries);
      if (mustChoose) await navigate({ to: '/default' });
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
        <PasswordField
          label={t('Current password')}
          autoComplete="current-password"
          withAsterisk
          {...form.getInputProps('password')}
        />
        <Divider />
        <PasswordField
          label={t('New password')}
          description={
            mustChoose
              ? passwordHint()
              : t('Leave this empty to keep your current password. {passwordHint}', {
                  passwordHint: passwordHint(),
                })
          }
          autoComplete="new-password"
          withAsterisk={mustChoose}
          {...form.getInputProps('new_password')}
        />
        <PasswordField
          label={t('Confirm new password')}
          autoComplete="new-password"
          withAsterisk={mustChoose}
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('Save')}
        </Button>
      </Stack>
    </form>
  );
}

const CHANGED = msg('Log In Info Successfully Changed');
const openLinkSentTo = (email: string) => t('Open the link we sent to {email} to confirm it.', { email });

/** Shows an error at its field and in a notice. */
function refuse(field: 'email' | 'password', sentence: string): never {
  notify.error(sentence, t('Log In Info'));
  throw new FieldRefused(field, sentence);
}
