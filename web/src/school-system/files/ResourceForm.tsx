import { Checkbox, Paper, Stack, TextInput, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { REQUIRED } from '@waypost/contract/refusal';
import type { ResourceType } from '@waypost/contract/school-system/files/rules';
import { useEffect, useId, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import type { UploadWay } from '../../ui/FileButton.tsx';
import { spanishField } from '../lists/spanish-field.ts';
import { DocumentButton } from './DocumentButton.tsx';
import { sendFile } from './send-file.ts';

interface ResourceFormProps {
  type: ResourceType;
  onSaved: (another: boolean) => void;
}

/** A resource's name, in Spanish too, and its file. The file is uploaded as soon as it is chosen. */
export function ResourceForm({ type, onSaved }: ResourceFormProps) {
  const [name, setName] = useState('');
  const [spanish, setSpanish] = useState('');
  const [missing, setMissing] = useState(false);
  const [noDelete, setNoDelete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const heading = useId();
  useEffect(() => field.current?.focus(), []);

  async function send(file: File, way: UploadWay): Promise<void> {
    if (name.trim() === '') {
      setMissing(true);
      field.current?.focus();
      throw new Error(t('Name the resource, then choose its file.'));
    }
    await sendFile(file, { key: name.trim(), nameEs: spanish.trim(), description: type, noDelete, ...way });
    notify.success(t('File successfully uploaded'), t('Success'));
    onSaved(false);
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h3" id={heading}>
          {t('Add resource')}
        </Title>
        <TextInput
          ref={field}
          label={t('Name')}
          description={t('What people see in the list')}
          required
          autoComplete="off"
          maxLength={100}
          value={name}
          error={missing && t(REQUIRED)}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setMissing(false);
          }}
          onBlur={() => setMissing(name.trim() === '')}
        />
        <TextInput
          {...spanishField()}
          maxLength={200}
          value={spanish}
          onChange={({ currentTarget }) => setSpanish(currentTarget.value)}
        />
        <Checkbox
          label={t('Never delete')}
          description={t('For documents that the law or the state requires you to keep.')}
          checked={noDelete}
          onChange={({ currentTarget }) => setNoDelete(currentTarget.checked)}
        />
        <DocumentButton label={t('Choose the file and upload it')} variant="filled" onFile={send} />
      </Stack>
    </Paper>
  );
}
