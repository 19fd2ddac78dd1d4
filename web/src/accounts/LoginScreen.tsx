import { Button, Paper, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { firstCalls } from '../client/first-calls.ts';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { renewSession } from '../client/session.ts';
import { Screen } from '../ui/Screen.tsx';

/**
 * Email and password, with no rules of their own (document 1, section 5): hence no schema, and no validator
 * to wait for. On to where one wanted to go, else to `/default`.
 */
export default function LoginScreen() {
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const login = useCall(firstCalls.login, {
    onSuccess: async ({ message }) => {
      if (message !== 'success') return notify.error('Wrong Name/PW', 'Unsuccessful Login');
      const session = await renewSession(queries);
      await navigate({ to: session?.must_change_password ? '/default' : (next ?? '/default') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.isPending) login.mutate({ email, password });
  };
  return (
    <Screen title="Log in" width="narrow">
      <Paper withBorder p="lg" maw="28rem">
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={login.isPending}>
              Log in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Screen>
  );
}
