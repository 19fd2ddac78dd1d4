import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { msg, t } from '@waypost/contract/i18n';
import { type Imported, type ImportPreview, importCalls } from '@waypost/contract/oversight/imports/calls';
import {
  exampleFile,
  IMPORT_MAX_ROWS,
  type ImportKind,
  importColumns,
} from '@waypost/contract/oversight/imports/rules';
import { useId, useState } from 'react';
import { uploadFile } from '../../client/call.ts';
import { invalidate, useCall } from '../../client/queries.ts';
import { upload } from '../../school-system/files/send-file.ts';
import { FileButton, type UploadWay } from '../../ui/FileButton.tsx';
import { TextLink } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { T } from '../../ui/T.tsx';
import { Done } from './Done.tsx';
import classes from './Imports.module.css';
import { Preview } from './Preview.tsx';

const words = {
  opportunities: {
    upload: msg('Upload a file of opportunities'),
    how: msg(
      'Each row becomes an opportunity for the approved business with that email. Dates are MM/DD/YYYY.',
    ),
  },
  students: {
    upload: msg('Upload a file of students'),
    how: msg(
      'Each row becomes an unapproved account, and its owner gets an email with a link to set a password.',
    ),
  },
} as const;

/** One kind of import file: the required columns, the upload, the preview, and the result. */
export function ImportFile({ kind }: { kind: ImportKind }) {
  const queries = useQueryClient();
  const [preview, setPreview] = useState<ImportPreview>();
  const [done, setDone] = useState<Imported>();
  const importStudents = useCall(importCalls.importStudents);
  const { upload: uploadLabel, how } = words[kind];
  const columnsId = useId();

  async function check(file: File, { onProgress, signal }: UploadWay): Promise<void> {
    setDone(undefined);
    setPreview(undefined);
    setPreview(
      await upload(file, () => uploadFile(importCalls.uploadImport, { kind }, file, { onProgress, signal })),
    );
  }

  async function bringIn(): Promise<void> {
    setDone(await importStudents.mutateAsync({}));
    setPreview(undefined);
    void invalidate(queries);
  }

  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Stack align="flex-start">
          <Title order={2} size="h3">
            {t('The file')}
          </Title>
          <Text maw="46rem">{t(how)}</Text>
          <div>
            <Text id={columnsId}>
              {t('The first row must have these column names, in any order. Optional ones can be left out.')}
            </Text>
            <ul className={classes.columns} aria-labelledby={columnsId}>
              {importColumns[kind].map(({ title, required }) => (
                <li key={title}>
                  <span translate="no">{title}</span>
                  {!required && (
                    <Text span inherit c="dimmed">
                      {` ${t('(optional)')}`}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </div>
          <Text size="sm" c="dimmed">
            {t('Separate several names in one cell with semicolons. At most {importMaxRows} rows.', {
              importMaxRows: showNumber(IMPORT_MAX_ROWS),
            })}
          </Text>
          <Anchor
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleFile(kind))}`}
            download={`${kind}.csv`}
          >
            <IconDownload size={16} aria-hidden /> {t('Download an example')}
          </Anchor>
          <FileButton
            label={preview ? t('Upload another file') : t(uploadLabel)}
            variant={preview ? 'default' : 'filled'}
            accept=".csv,text/csv"
            onFile={check}
          />
        </Stack>
      </Paper>
      {preview && (
        <Preview
          kind={kind}
          preview={preview}
          importing={importStudents.isPending}
          onImport={() => void bringIn().catch(() => undefined)}
        />
      )}
      {done && <Done kind={kind} done={done} />}
      {kind === 'opportunities' && (
        <Text size="sm">
          <T
            m="Imported by mistake? <a>Remove all imported opportunities</a> that no one has applied to."
            a={<TextLink underline="always" to="/opportunity/blowItAway" />}
          />
        </Text>
      )}
    </Stack>
  );
}
