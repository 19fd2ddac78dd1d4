import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type SecondFactor as State, secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { renewSession } from '../../client/session.ts';
import { showMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { type ProofAction, ProofDialog } from './ProofDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SecondFactorSection.module.css';

/** Two-step login under Change Log In Info (docs/behavior/second-factor.md#setting-up). */
export function SecondFactorSection() {
  return (
    <Paper
      withBorder
      shadow="xs"
      className={classes.section}
      component="section"
      aria-labelledby="two-step-login"
    >
      <Stack>
        <Title order={2} size="h3" id="two-step-login">
          {t('Two-step login')}
        </Title>
        <SecondFactor />
      </Stack>
    </Paper>
  );
}

interface Started {
  secret: string;
  address: string;
}

/** The current step: off or on, confirming the new secret, or saving the recovery codes. */
export function SecondFactor({ mustSetUp = false }: { mustSetUp?: boolean }) {
  const query = useQuery(callQuery(secondFactorCalls.getSecondFactor, {}, { quiet: true }));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<ProofAction>();
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<string[]>();
  const home = useRef<HTMLDivElement>(null);
  const step = codes ? 'codes' : started ? 'confirm' : 'state';
  // The pressed button was removed with its step, so the section takes the focus once no dialog is open.
  const before = useRef<string>(step);
  useEffect(() => {
    if (wanted || before.current === step) return;
    before.current = step;
    home.current?.focus({ preventScroll: true });
  }, [wanted, step]);

  const again = () => refresh(queries, secondFactorCalls.getSecondFactor);
  const finish = async () => {
    setCodes(undefined);
    await again();
    if (!mustSetUp) return;
    await renewSession(queries);
    await navigate({ to: '/default' });
  };
  return (
    <div ref={home} tabIndex={-1}>
      {codes && <RecoveryCodes codes={codes} onDone={finish} />}
      {!codes && started && (
        <Confirm
          started={started}
          onBack={() => setStarted(undefined)}
          onDone={(made) => {
            setStarted(undefined);
            setCodes(made);
          }}
        />
      )}
      {step === 'state' && (
        <Loaded query={query}>{(state) => <Standing state={state} onWant={setWanted} />}</Loaded>
      )}
      {wanted && query.data && (
        <ProofDialog
          wanted={wanted}
          takesCode={query.data.since !== null}
          onClose={() => setWanted(undefined)}
          onStarted={setStarted}
          onCodes={setCodes}
          onStopped={async () => {
            before.current = 'on';
            await again();
          }}
        />
      )}
    </div>
  );
}

function Standing({ state, onWant }: { state: State; onWant: (wanted: ProofAction) => void }) {
  const { since, recovery_codes_left: left, required } = state;
  if (since === null)
    return (
      <Stack>
        <Text c="dimmed">
          {t(
            'With two-step login, a stolen password is not enough. You also type a code from an app on your phone.',
          )}
        </Text>
        <Group>
          <Button onClick={() => onWant('start')}>{t('Set up two-step login')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Text>{t('On since {since}.', { since: showMoment(since) })}</Text>
      <Text>
        {t(
          '{left, plural, =0 {You have no recovery codes left.} one {You have # recovery code left.} other {You have # recovery codes left.}}',
          { left },
        )}
      </Text>
      {required && <Text c="dimmed">{t('Your school system requires it, so it stays on.')}</Text>}
      <Group>
        <Button variant="default" onClick={() => onWant('codes')}>
          {t('Get new recovery codes')}
        </Button>
        <Button variant="default" onClick={() => onWant('start')}>
          {t('Use another phone')}
        </Button>
        {!required && (
          <Button variant="default" onClick={() => onWant('stop')}>
            {t('Turn off two-step login')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface ConfirmProps {
  started: Started;
  onBack: () => void;
  onDone: (codes: string[]) => void;
}

/** Shows the secret as a QR code and as text, and asks for a code from the app to confirm it. */
function Confirm({ started: { secret, address }, onBack, onDone }: ConfirmProps) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirm = useCall(secondFactorCalls.confirmSecondFactor, {
    onSuccess: async ({ message, recovery_codes = [] }) => {
      if (message === 'wrongCode')
        return refuse(t('This code is wrong. Type the one that the app shows now.'));
      if (message === 'expired') {
        notify.warning(t('That took too long. Start again.'), t('Two-step login'));
        return onBack();
      }
      notify.success(t('You are logged out everywhere else.'), t('Two-step login on'));
      void refresh(queries, secondFactorCalls.getSecondFactor, sessionCalls.getSessions);
      onDone(recovery_codes);
    },
  });
  function refuse(sentence: string) {
    setError(sentence);
    field.current?.focus();
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return refuse(t('the code is required'));
    if (!confirm.isPending) confirm.mutate({ code });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          {t('1. Open an authenticator app on your phone and scan this. You can also type the key into it.')}
        </Text>
        <QrCode text={address} />
        <Text component="div">
          {t('Key')}
          <span className={classes.secret}>{inFours(secret)}</span>
        </Text>
        <Text>{t('2. Type the code that the app shows for Waypost.')}</Text>
        <TextInput
          ref={field}
          label={t('Code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          error={error}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError(null);
          }}
        />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {t('Turn on two-step login')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

function QrCode({ text }: { text: string }) {
  // The QR code standard requires a quiet zone of four modules.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('QR code of the key')}
    >
      <path d={path} fill="black" />
    </svg>
  );
}
