import { TextInput } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** The action to confirm: a new secret, new recovery codes, or turning it off. */
export type ProofAction = 'start' | 'codes' | 'stop';

const words: Record<ProofAction, { title: Message; confirm: Message; text: Message }> = {
  start: {
    title: msg('Set up two-step login'),
    confirm: msg('Continue'),
    text: msg('First, confirm that it’s you.'),
  },
  codes: {
    title: msg('Get new recovery codes'),
    confirm: msg('Get new codes'),
    text: msg('The old codes stop working.'),
  },
  stop: {
    title: msg('Turn off two-step login?'),
    confirm: msg('Turn off'),
    text: msg('After that, you log in with your password alone.'),
  },
};

interface ProofDialogProps {
  wanted: ProofAction;
  /** Whether two-step login is on, so that a code is required too. */
  takesCode: boolean;
  onClose: () => void;
  onStarted: (started: { secret: string; address: string }) => void;
  onCodes: (codes: string[]) => void;
  onStopped: () => Promise<void>;
}

/** Asks for the password, and for a code if one is required. */
export function ProofDialog({ wanted, takesCode, onClose, onStarted, onCodes, onStopped }: ProofDialogProps) {
  const { typed, refuse, inputFor } = useConfirmFields(['password', 'code']);
  const start = useCall(secondFactorCalls.startSecondFactor, { quiet: true });
  const renew = useCall(secondFactorCalls.renewRecoveryCodes, { quiet: true });
  const stop = useCall(secondFactorCalls.stopSecondFactor, { quiet: true });

  const ask = async () => {
    if (wanted === 'start') {
      const { message, secret = '', address = '' } = await start.mutateAsync(typed);
      if (message === 'success') onStarted({ secret, address });
      return message;
    }
    if (wanted === 'codes') {
      const { message, recovery_codes = [] } = await renew.mutateAsync(typed);
      if (message === 'success') onCodes(recovery_codes);
      return message;
    }
    const { message } = await stop.mutateAsync(typed);
    if (message === 'success') {
      notify.success(t('You now log in with your password alone.'), t('Two-step login off'));
      await onStopped();
    }
    return message;
  };
  const confirm = async () => {
    if (typed.password === '') return refuse({ password: t('password is required') });
    if (takesCode && typed.code.trim() === '') return refuse({ code: t('the code is required') });
    const message = await ask();
    if (message === 'wrongPassword') return refuse({ password: t('Wrong password entered') });
    if (message === 'wrongCode')
      return refuse({ code: t('This code is wrong or was used before. Wait for the next one.') });
    return true;
  };
  const { title, confirm: label, text } = words[wanted];
  return (
    <ConfirmDialog opened onClose={onClose} onConfirm={confirm} title={t(title)} confirm={t(label)}>
      {t(text)}
      <PasswordField
        {...inputFor('password')}
        label={t('Current password')}
        autoComplete="current-password"
      />
      {takesCode && (
        <TextInput
          {...inputFor('code')}
          label={t('Code')}
          description={t('From the app, or a recovery code.')}
          autoComplete="one-time-code"
        />
      )}
    </ConfirmDialog>
  );
}
