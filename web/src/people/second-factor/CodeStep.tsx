import { Button, Stack, TextInput } from '@mantine/core';
import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '../../client/queries.ts';
import { Entrance } from '../accounts/Entrance.tsx';

interface CodeStepProps {
  /** What was accepted so far. */
  credentials: InputOf<typeof accountCalls.login>;
  onSuccess: () => Promise<void>;
  onBack: () => void;
}

/**
 * The second step of the login: a code from an authenticator app, or a recovery code
 * (docs/behavior/second-factor.md#logging-in-with-a-code).
 */
export default function CodeStep({ credentials, onSuccess, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const refuse = (sentence: string) => {
    setError(sentence);
    field.current?.focus();
  };
  const login = useCall(accountCalls.login, {
    onSuccess: ({ message }) => {
      if (message === 'success') return onSuccess();
      // The password was changed in the meantime, so start over.
      if (message === 'Wrong Name/PW') return onBack();
      refuse(t('This code is wrong or was used before. Wait for the next one.'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return refuse(t('the code is required'));
    if (!login.isPending) login.mutate({ ...credentials, code });
  };
  return (
    <Entrance title={t('Enter your code')} lead={t('Open the app on your phone and find Waypost.')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            ref={field}
            label={t('Code')}
            description={t('Six digits. Without your phone, type one of your recovery codes.')}
            autoComplete="one-time-code"
            required
            value={code}
            error={error}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setError(null);
            }}
          />
          <Button type="submit" size="md" loading={login.isPending}>
            {t('Log in')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('Back')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
