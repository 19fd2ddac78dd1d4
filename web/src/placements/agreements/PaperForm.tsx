import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type Agreement, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { paperOn } from '@waypost/contract/placements/agreements/forms';
import { partyWords } from '@waypost/contract/placements/agreements/rules';
import type { FileRef } from '@waypost/contract/school-system/files/calls';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { DocumentButton } from '../../school-system/files/DocumentButton.tsx';
import { sendFile } from '../../school-system/files/send-file.ts';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf } from '../../ui/dates.ts';
import { useAgreementCall } from './use-agreement.ts';

interface PaperFormProps {
  projectId: string;
  agreement: Agreement;
  needsScan: boolean;
}

/** Records a signature on a printed copy, for people who have no account or prefer paper. */
export function PaperForm(of: PaperFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="on-paper">
      <Stack>
        <Title order={2} size="h3" id="on-paper">
          {t('Signed on paper')}
        </Title>
        <Text size="sm">
          {t('Anyone can sign a printed copy, such as a parent without an account. Record it here.')}
        </Text>
        <Group>
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Record a signature')}
          </Button>
        </Group>
        {isOpen && <Fields key={of.agreement.revision} {...of} />}
      </Stack>
    </Paper>
  );
}

function Fields({ projectId: project_id, agreement, needsScan }: PaperFormProps) {
  const record = useAgreementCall(agreementCalls.recordPaperSignature);
  const [scan, setScan] = useState<FileRef | null>(null);
  const today = dateOf(new Date());
  const [schema] = useState(() => paperOn(today));
  // Those without an account come first, because the form is mainly for them.
  const [first = 'guardian', ...others] = agreement.turn.toSorted(
    (one, other) => Number(other === 'guardian') - Number(one === 'guardian'),
  );
  const { form, busy, formProps } = useCheckedForm({
    schema,
    initialValues: { party: first as string, name: '', signed_on: today, file_id: null as string | null },
    submit: async (input) => {
      if (needsScan && !scan) {
        form.setFieldError('file_id', t('add a scan or a photo of the signed copy'));
        return;
      }
      await record.mutateAsync({
        project_id,
        text_hash: agreement.text_hash,
        ...input,
        file_id: scan?._id ?? null,
      });
      notify.success(t('The signature is recorded.'), t('Recorded'));
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <NativeSelect
          label={t('Signed for')}
          data={[first, ...others].map((party) => ({ value: party, label: t(partyWords[party]) }))}
          {...form.getInputProps('party')}
        />
        <TextInput
          label={t('Name of the person who signed')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DateField
          label={t('Day of the signature')}
          required
          {...form.getInputProps('signed_on')}
          value={form.values.signed_on}
          max={today}
        />
        <Stack gap={4}>
          <Text size="sm" role="status">
            {scan ? t('Scan: {name}', { name: scan.name }) : t('Add a scan or a photo of the signed copy.')}
          </Text>
          {form.errors.file_id && !scan && (
            <Text size="sm" c="red" role="alert">
              {form.errors.file_id}
            </Text>
          )}
          <DocumentButton
            label={scan ? t('Replace scan') : t('Upload scan')}
            onFile={async (file, way) =>
              setScan(await sendFile(file, { description: t('Signed agreement'), ...way }))
            }
          />
        </Stack>
        <Group>
          <Button type="submit" loading={busy}>
            {t('Record signature')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
