import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { startSession, useSettings } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { TextLink } from '../../ui/links.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { T } from '../../ui/T.tsx';
import { LoginFrame } from './Entrance.tsx';
import classes from './LoginScreen.module.css';

// Needed only for accounts with two-step login.
const CodeStep = lazyPart(() => import('../second-factor/CodeStep.tsx'));
// Shown only in the demo.
const DemoAccounts = lazyPart(() => import('./DemoAccounts.tsx'));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose password was just set. */
    email?: string;
  }
}

/**
 * Logs in with an email and a password. Neither is validated here (docs/behavior/accounts.md#logging-in), so
 * there is no schema or validator to load. Continues to the requested URL, otherwise to `/default`.
 */
export default function LoginScreen() {
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { warmUp } = useRouter().options.context;
  const settings = useSettings();
  const button = useRef<HTMLButtonElement>(null);
  const { state } = useLocation();
  const [email, setEmail] = useState(state.email ?? '');
  const [password, setPassword] = useState('');
  const [isShared, setIsShared] = useState(false);
  const sharedId = useId();
  const [asksCode, setAsksCode] = useState(false);
  const openNextScreen = async () => {
    const session = await startSession(queries);
    await navigate({ to: session?.must_change_password ? '/default' : (next ?? '/default') });
  };
  const login = useCall(accountCalls.login, {
    onSuccess: ({ message }) => {
      if (message === 'success') return openNextScreen();
      if (message === 'second factor') return setAsksCode(true);
      notify.error(t('Wrong Name/PW'), t('Unsuccessful Login'));
    },
  });
  const credentials = { email, password, ...(isShared && { is_shared_computer: true }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.isPending) login.mutate(credentials);
  };
  const fillIn = (account: { email: string; password: string }) => {
    setEmail(account.email);
    setPassword(account.password);
    button.current?.focus();
  };
  if (asksCode)
    return (
      <Suspense>
        <CodeStep credentials={credentials} onSuccess={openNextScreen} onBack={() => setAsksCode(false)} />
      </Suspense>
    );
  return (
    <LoginFrame
      below={
        <>
          <Text ta="center">
            <T
              m="New to Waypost? <a>Create an account</a>"
              a={<TextLink to="/signup" underline="always" />}
            />
          </Text>
          {settings?.demo && (
            <Suspense>
              <DemoAccounts onChoose={fillIn} />
            </Suspense>
          )}
        </>
      }
    >
      <form onSubmit={submit} onFocus={warmUp} noValidate>
        <Stack>
          <TextInput
            label={t('Email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordField
            label={t('Password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {/* Not the library's checkbox, which would make the first screen a seventh larger. */}
          <div className={classes.shared}>
            <input
              type="checkbox"
              id={sharedId}
              checked={isShared}
              onChange={(event) => setIsShared(event.currentTarget.checked)}
              aria-describedby={`${sharedId}-hint`}
            />
            <label htmlFor={sharedId}>{t('This is a shared computer')}</label>
            <Text id={`${sharedId}-hint`} c="dimmed" size="sm" className={classes.hint}>
              {t('Logs you out when the browser is closed.')}
            </Text>
          </div>
          <Button type="submit" size="md" loading={login.isPending} ref={button}>
            {t('Log in')}
          </Button>
          <TextLink to="/forgot" ta="center">
            {t('Forgot your password?')}
          </TextLink>
        </Stack>
      </form>
    </LoginFrame>
  );
}
