import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import type { SignUpType } from '@waypost/contract/people/accounts/rules';
import type * as z from 'zod';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { startSession } from '../../client/session.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { BusinessSignUpForm, passwordHint, StudentSignUpForm } from './password-forms.ts';

type Parsed = InputOf<typeof accountCalls.signUp> & { confirmation: string };
const schemas: Record<SignUpType, z.ZodType<Parsed>> = {
  Student: StudentSignUpForm,
  Business: BusinessSignUpForm,
};

const empty = {
  first_name: '',
  last_name: '',
  business_name: '',
  email: '',
  password: '',
  confirmation: '',
};

/** Step 2: the account itself (docs/behavior/accounts.md#signing-up). Continues to the profile. */
export function SignUpForm({ client, type }: { client: string; type: SignUpType }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signUp = useCall(accountCalls.signUp);
  const { form, busy, formProps } = useCheckedForm({
    schema: schemas[type],
    initialValues: { ...empty, client, type },
    submit: async ({ confirmation: _, ...account }) => {
      const { message } = await signUp.mutateAsync(account);
      if (message === 'User Exists') {
        form.reset();
        return notify.error(t('This user already exists.'), t('Unsuccessful sign-up'));
      }
      await startSession(queries);
      await navigate({ to: '/profile' });
    },
  });
  const field = (name: keyof typeof empty) => form.getInputProps(name);
  return (
    <form {...formProps}>
      <Stack>
        {type === 'Student' ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('First name')}
              autoComplete="given-name"
              withAsterisk
              {...field('first_name')}
            />
            <TextInput
              label={t('Last name')}
              autoComplete="family-name"
              withAsterisk
              {...field('last_name')}
            />
          </SimpleGrid>
        ) : (
          <TextInput
            label={t('Business name')}
            autoComplete="organization"
            withAsterisk
            {...field('business_name')}
          />
        )}
        <TextInput label={t('Email')} type="email" autoComplete="email" withAsterisk {...field('email')} />
        <PasswordField
          label={t('Password')}
          description={passwordHint()}
          autoComplete="new-password"
          withAsterisk
          {...field('password')}
        />
        <PasswordField
          label={t('Confirm password')}
          autoComplete="new-password"
          withAsterisk
          {...field('confirmation')}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('Create account')}
        </Button>
      </Stack>
    </form>
  );
}
