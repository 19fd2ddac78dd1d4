import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { proofCalls } from '@waypost/contract/messages/proofs/calls';
import { CodeAddressInput } from '@waypost/contract/messages/proofs/forms';
import { CODE_MINUTES, showCode } from '@waypost/contract/messages/proofs/rules';
import { shownPhone } from '@waypost/contract/phones';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, keyOf, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';

interface PersonProofProps {
  /** The student or the business. */
  accountId: string;
  person: { _id: string; name: string; phone: string };
}

/**
 * Shows staff where a person's codes are sent, and lets them read the person a code over the phone
 * (docs/behavior/proofs.md). Empty unless the school system requires codes.
 */
export function PersonProof({ accountId: account_id, person }: PersonProofProps) {
  const query = useQuery(callQuery(proofCalls.getProofs, { account_id }, { quiet: true }));
  const [isEditing, setEditing] = useState(false);
  const home = useFocusHome<HTMLDivElement>();
  if (!query.data?.required) return null;
  const { _id, name, phone } = person;
  const email = query.data.people.find((one) => one._id === _id)?.email ?? '';
  return (
    <Stack gap="xs" mt="xs" ref={home} tabIndex={-1} role="group" aria-label={t('{name}’s codes', { name })}>
      <Text size="sm">
        {email
          ? t('Codes for signing go to {email}.', { email })
          : t('No other address for codes. Read {name} a code on the phone.', { name })}
      </Text>
      {isEditing ? (
        <AddressForm of={{ account_id, _id }} email={email} onDone={() => setEditing(false)} />
      ) : (
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={() => setEditing(true)}>
            {email
              ? t('Change where {name}’s codes go', { name })
              : t('Add an address for {name}’s codes', { name })}
          </Button>
          {phone && <ReadCode of={{ account_id, _id }} name={name} phone={phone} />}
        </Group>
      )}
    </Stack>
  );
}

interface Props {
  of: { account_id: string; _id: string };
}

function AddressForm({ of, email, onDone }: Props & { email: string; onDone: () => void }) {
  const queries = useQueryClient();
  const save = useCall(proofCalls.saveCodeAddress, {
    onSuccess: (fresh) =>
      queries.setQueryData(keyOf(proofCalls.getProofs, { account_id: of.account_id }), fresh),
  });
  const { form, busy, formProps } = useCheckedForm({
    schema: CodeAddressInput,
    initialValues: { email },
    submit: async (input) => {
      await save.mutateAsync({ ...of, ...input });
      notify.success(t('Codes go there from now on.'), t('Address saved'));
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="xs" maw="24rem">
        <TextInput
          type="email"
          autoComplete="off"
          data-autofocus
          label={t('Another address for codes')}
          description={t('An address that the school has checked, such as a work address.')}
          {...form.getInputProps('email')}
        />
        <Group gap="xs">
          <Button size="sm" type="submit" loading={busy}>
            {t('Save address')}
          </Button>
          <Button size="sm" variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ReadCode({ of, name, phone }: Props & { name: string; phone: string }) {
  const [isAsking, setAsking] = useState(false);
  const [called, setCalled] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const read = useCall(proofCalls.readCode, { quiet: true });

  async function show() {
    if (called) return read.mutateAsync({ ...of, called });
    setError(t('call them first, then check this box'));
    return false;
  }
  return (
    <>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          setCalled(false);
          setError(null);
          setAsking(true);
        }}
      >
        {t('Read {name} a code', { name })}
      </Button>
      {read.data && (
        <Alert w="100%" role="status">
          {t('Read this code to {name}: {code}. It works for {minutes} minutes.', {
            name,
            code: showCode(read.data.code),
            minutes: String(CODE_MINUTES),
          })}
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={show}
        title={t('Read {name} a code on the phone?', { name })}
        confirm={t('Show the code')}
      >
        <Text>
          {t(
            'Call {name} at {phone}, the number on file. Do not use a number that someone gives you today. We record that you read a code.',
            { name, phone: shownPhone(phone) },
          )}
        </Text>
        <Checkbox
          mt="md"
          label={t('I called this number and I am speaking with {name}', { name })}
          checked={called}
          error={error}
          onChange={(event) => {
            setCalled(event.currentTarget.checked);
            setError(null);
          }}
        />
      </ConfirmDialog>
    </>
  );
}
