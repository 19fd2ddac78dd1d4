import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { otherNameOnFile } from '@waypost/contract/messages/links/rules';
import { type Agreement, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { SignatureInput } from '@waypost/contract/placements/agreements/forms';
import { REASON_MAX } from '@waypost/contract/placements/agreements/rules';
import { type ReactNode, useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useUser } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import classes from './SignForm.module.css';
import { useAgreementCall } from './use-agreement.ts';

/** The id of the form's heading, for links to it. */
export const SIGN = 'sign';

interface SignFormProps {
  projectId: string;
  agreement: Agreement;
  /** The names under which the reader signs, the usual one first. */
  signsAs: readonly string[];
  business: string;
}

/** Signs with a typed name, or declines with a reason (docs/behavior/agreements.md#signing). */
export function SignForm({ projectId: project_id, agreement, signsAs, business }: SignFormProps) {
  const { role } = useUser();
  const [name = ''] = signsAs;
  const [isDeclining, setDeclining] = useState(false);
  const decline = useAgreementCall(agreementCalls.declineAgreement);
  const { text_hash, actions } = agreement;
  const declines = actions.includes('decline') && (
    <Button variant="default" onClick={() => setDeclining(true)}>
      {t('Decline to sign')}
    </Button>
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={SIGN}>
      <Stack>
        <Title order={2} size="h3" id={SIGN} tabIndex={-1}>
          {t('Your signature')}
        </Title>
        {name !== '' && (
          <Text>
            {role === 'Business'
              ? t('You sign as {name}, for {business}.', { name, business })
              : t('You sign as {name}.', { name })}
          </Text>
        )}
        {actions.includes('sign') ? (
          <Fields project_id={project_id} text_hash={text_hash} signsAs={signsAs}>
            {declines}
          </Fields>
        ) : (
          <>
            <Text size="sm">{t('You can sign once it’s your turn.')}</Text>
            <Group className={classes.buttons}>{declines}</Group>
          </>
        )}
      </Stack>
      <ReasonDialog
        opened={isDeclining}
        onClose={() => setDeclining(false)}
        onConfirm={async (reason) => {
          await decline.mutateAsync({ project_id, text_hash, reason });
          notify.success(t('We tell the school and everyone else who signs.'), t('Declined'));
        }}
        title={t('Decline to sign?')}
        confirm={t('Decline to sign')}
        label={t('Reason')}
        missing={t('Give a reason')}
        max={REASON_MAX}
      >
        {t('No one can sign this version anymore. Everyone in this placement sees your reason.')}
      </ReasonDialog>
    </Paper>
  );
}

interface FieldsProps {
  project_id: string;
  text_hash: string;
  signsAs: readonly string[];
  /** Another button next to the one that signs. */
  children: ReactNode;
}

function Fields({ project_id, text_hash, signsAs, children }: FieldsProps) {
  const [unsure, setUnsure] = useState<SignatureInput | null>(null);
  const sign = useAgreementCall(agreementCalls.signAgreement);
  const { form, busy, formProps } = useCheckedForm({
    schema: SignatureInput,
    initialValues: { name: '', agreed: false },
    submit: async (input) => {
      if (otherNameOnFile(input.name, signsAs) === '') await save(input);
      else setUnsure(input);
    },
  });
  async function save(input: SignatureInput): Promise<void> {
    await sign.mutateAsync({ project_id, text_hash, ...input });
    notify.success(t('Your signature is recorded.'), t('Signed'));
  }
  return (
    <form {...formProps}>
      <Stack>
        <TextInput label={t('Your full name')} required autoComplete="name" {...form.getInputProps('name')} />
        <Checkbox
          label={t('I have read this and I sign it online')}
          description={t(
            'It counts like a signature on paper. You can print it, and you can ask the school to sign on paper instead.',
          )}
          {...form.getInputProps('agreed', { type: 'checkbox' })}
        />
        <Group className={classes.buttons}>
          <Button type="submit" loading={busy}>
            {t('Sign the agreement')}
          </Button>
          {children}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={unsure !== null}
        onClose={() => setUnsure(null)}
        onConfirm={() => unsure && save(unsure)}
        title={t('Are you {name}?', { name: signsAs[0] ?? '' })}
        confirm={t('Yes, that’s me')}
        cancel={t('This isn’t me')}
      >
        {t('You typed “{typed}”. If you go on, the school is told, and both names are recorded.', {
          typed: unsure?.name ?? '',
        })}
      </ConfirmDialog>
    </form>
  );
}
