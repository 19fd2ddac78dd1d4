import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type Agreement, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { AgreementTermsInput } from '@waypost/contract/placements/agreements/forms';
import { useRef, useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useUser } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { TextLink } from '../../ui/links.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { useAgreementCall } from './use-agreement.ts';
import { lacksGuardian, WhoIsAsked } from './WhoIsAsked.tsx';

interface DraftFormProps {
  projectId: string;
  agreement: Agreement;
  /** For staff, the student if the birth date is not known; otherwise empty. */
  birthDateOf: string;
}

/** The fields that only the business and the school know; staff can also send the agreement. */
export function DraftForm({ projectId: project_id, agreement, birthDateOf }: DraftFormProps) {
  const { role } = useUser();
  const save = useAgreementCall(agreementCalls.saveAgreementTerms);
  const send = useAgreementCall(agreementCalls.sendAgreement);
  // Changes by others do not overwrite the input; the server then refuses to overwrite theirs.
  const [revision, setRevision] = useState(agreement.revision);
  const sending = useRef(false);
  const { terms } = agreement;
  const { form, busy, formProps } = useCheckedForm({
    schema: AgreementTermsInput,
    initialValues: { ...terms, hours_per_week: (terms.hours_per_week ?? '') as number | string },
    submit: async (input) => {
      const isSending = sending.current;
      sending.current = false;
      const saved = await save.mutateAsync({ project_id, revision, ...input });
      const fresh = saved.agreement?.revision ?? revision;
      setRevision(fresh);
      if (!isSending) return notify.success(t('Agreement saved.'), t('Draft saved'));
      await send.mutateAsync({ project_id, revision: fresh });
      notify.success(t('Everyone can read it now. We ask each of them to sign.'), t('Agreement sent'));
    },
  });
  const field = form.getInputProps;
  const isMissing = (term: string) => agreement.missing.includes(term);
  const asked = (term: string, label: string) => ({
    label,
    withAsterisk: isMissing(term),
    ...field(term),
  });
  const maySend = agreement.actions.includes('send');
  const isLacking = maySend && lacksGuardian(agreement.signers, form.values.guardian_signs);
  const [isAsking, setAsking] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = (isSending: boolean) => {
    sending.current = isSending;
    element.current?.requestSubmit();
  };

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="fill-in">
      <UnsavedChanges when={() => form.isDirty()} />
      <form {...formProps} ref={element}>
        <Stack>
          <Title order={2} size="h3" id="fill-in">
            {t('Fill in')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('These details complete the text. Fields with a star are still missing.')}
          </Text>
          {agreement.version > 1 && (
            <Alert title={t('This is a new version')}>
              {t('Once you send it, everyone signs again, even those who signed an earlier version.')}
            </Alert>
          )}
          <TextInput {...asked('place', t('Place of work'))} />
          <DateField {...asked('start_date', t('First day'))} required value={form.values.start_date} />
          <DateField {...asked('end_date', t('Last day'))} required value={form.values.end_date} />
          <TextInput {...asked('schedule', t('Days and times'))} />
          <NumberField
            {...asked('hours_per_week', t('Hours a week'))}
            whole
            value={form.values.hours_per_week}
          />
          <TextInput {...asked('pay', t('Pay'))} />
          <Textarea autosize minRows={3} maxRows={12} {...asked('duties', t('Duties'))} />
          <Textarea autosize minRows={3} maxRows={12} {...asked('goals', t('Learning goals'))} />
          <TextInput autoComplete="off" {...asked('supervisor', t('Supervisor'))} />
          <Textarea
            autosize
            minRows={2}
            maxRows={8}
            {...asked('supervision', t('How the student is supervised'))}
          />
          <Checkbox
            label={t('The work is hazardous for minors')}
            description={t(
              'Adds the four clauses that 29 CFR 570.50(c) asks for in a student-learner’s agreement. This is information, not legal advice.',
            )}
            {...form.getInputProps('hazardous', { type: 'checkbox' })}
          />
          {role !== 'Business' && (
            <Checkbox
              label={t('A parent or guardian signs as well')}
              description={t('Needed for a student who is under 18.')}
              {...form.getInputProps('guardian_signs', { type: 'checkbox' })}
            />
          )}
          {birthDateOf !== '' && (
            <Text size="sm">
              {t(
                'The student’s birth date is not known. It decides whether a parent or guardian has to sign.',
              )}{' '}
              <TextLink underline="always" to="/profile/view/$id" params={{ id: birthDateOf }}>
                {t('Enter the birth date')}
              </TextLink>
            </Text>
          )}
          {maySend && <WhoIsAsked signers={agreement.signers} guardianSigns={form.values.guardian_signs} />}
          <Group gap="sm">
            {maySend && (
              <Button loading={send.isPending} onClick={() => (isLacking ? setAsking(true) : submit(true))}>
                {t('Send for signatures')}
              </Button>
            )}
            <Button
              type="submit"
              variant={maySend ? 'default' : 'filled'}
              loading={busy && !send.isPending}
              onClick={() => {
                sending.current = false;
              }}
            >
              {t('Save draft')}
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => submit(true)}
        title={t('Send without asking a guardian?')}
        confirm={t('Send for signatures')}
      >
        {t(
          'No parent or guardian can be sent a link, so no one asks them. The agreement is only complete once you record their signature on paper, or someone on file signs.',
        )}
      </ConfirmDialog>
    </Paper>
  );
}
