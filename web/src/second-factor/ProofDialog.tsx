import { TextInput } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { secondFactorCalls } from '@waypost/contract/second-factor/calls';
import { useRef, useState } from 'react';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

/** The action to confirm: a new secret, new recovery codes, or turning it off. */
export type Wanted = 'start' | 'codes' | 'stop';

const words: Record<Wanted, { title: Message; confirm: Message; text: Message }> = {
  start: {
    title: msg('Set up two-step login'),
    confirm: msg('Go on'),
    text: msg('First show that it is you.'),
  },
  codes: {
    title: msg('Get new recovery codes'),
    confirm: msg('Get new codes'),
    text: msg('The old codes stop working.'),
  },
  stop: {
    title: msg('Turn off two-step login?'),
    confirm: msg('Turn off'),
    text: msg('From then on your password alone opens your account.'),
  },
};

interface ProofDialogProps {
  wanted: Wanted;
  /** Whether two-step login is on, so that a code is required too. */
  takesCode: boolean;
  onClose: () => void;
  onStarted: (started: { secret: string; address: string }) => void;
  onCodes: (codes: string[]) => void;
  onStopped: () => Promise<void>;
}

/** Asks for the password, and for a code if one is required. */
export function ProofDialog({ wanted, takesCode, onClose, onStarted, onCodes, onStopped }: ProofDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ field: 'password' | 'code'; sentence: string }>();
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const start = useCall(secondFactorCalls.startSecondFactor, { quiet: true });
  const renew = useCall(secondFactorCalls.renewRecoveryCodes, { quiet: true });
  const stop = useCall(secondFactorCalls.stopSecondFactor, { quiet: true });

  const refuse = (field: 'password' | 'code', sentence: string) => {
    setError({ field, sentence });
    (field === 'password' ? passwordField : codeField).current?.focus();
    return false;
  };
  const ask = async () => {
    const proof = { password, code };
    if (wanted === 'start') {
      const { message, secret = '', address = '' } = await start.mutateAsync(proof);
      if (message === 'success') onStarted({ secret, address });
      return message;
    }
    if (wanted === 'codes') {
      const { message, recovery_codes = [] } = await renew.mutateAsync(proof);
      if (message === 'success') onCodes(recovery_codes);
      return message;
    }
    const { message } = await stop.mutateAsync(proof);
    if (message === 'success') {
      notify.success(t('Your password alone opens your account now.'), t('Two-Step Login Off'));
      await onStopped();
    }
    return message;
  };
  const confirm = async () => {
    if (password === '') return refuse('password', t('password is required'));
    if (takesCode && code.trim() === '') return refuse('code', t('the code is required'));
    const message = await ask();
    if (message === 'wrongPassword') return refuse('password', t('Wrong password entered'));
    if (message === 'wrongCode')
      return refuse('code', t('This code is wrong or was used before. Wait for the next one.'));
    return true;
  };
  const { title, confirm: label, text } = words[wanted];
  return (
    <ConfirmDialog opened onClose={onClose} onConfirm={confirm} title={t(title)} confirm={t(label)}>
      {t(text)}
      <PasswordField
        ref={passwordField}
        mt="md"
        label={t('Current password')}
        autoComplete="current-password"
        required
        value={password}
        error={error?.field === 'password' ? error.sentence : null}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {takesCode && (
        <TextInput
          ref={codeField}
          mt="md"
          label={t('Code')}
          description={t('From the app, or a recovery code.')}
          autoComplete="one-time-code"
          required
          value={code}
          error={error?.field === 'code' ? error.sentence : null}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError(undefined);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
