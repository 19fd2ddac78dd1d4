import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileText, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FileRef, fileCalls } from '@waypost/contract/files/calls';
import type { UserFileKey } from '@waypost/contract/files/rules';
import { t } from '@waypost/contract/i18n';
import { profileCalls, type User } from '@waypost/contract/profiles/calls';
import { type ReactNode, useState } from 'react';
import { call, fileAddress } from '../client/call.ts';
import { notify } from '../client/notices.ts';
import { callQuery, refresh, useCall } from '../client/queries.ts';
import { DOCUMENTS, sendFile } from '../files/send-file.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { showMoment } from '../ui/dates.ts';
import { FileButton, type UploadWay } from '../ui/FileButton.tsx';
import { useKeepUser } from './use-keep-user.ts';

interface PersonFileProps {
  user: User;
  /** What it is called in a sentence: "résumé". */
  what: string;
  title: string;
  /** The field that ties it to the person, and its name on the wire. */
  at: UserFileKey;
  name: string;
  status: ReactNode;
  /** What it is for. */
  children: ReactNode;
}

/** One document of a person: to see, upload, replace and delete. It is stored at once, whatever the form's Save does. */
export function PersonFile({ user, what, title, at, name, status, children }: PersonFileProps) {
  const queries = useQueryClient();
  const keepUser = useKeepUser();
  const current = user[at];

  async function store(file: File, way: UploadWay): Promise<void> {
    const sent = await sendFile(file, { key: name, description: file.name.slice(0, 500), ...way });
    keepUser(await call(profileCalls.saveUserFile, { user_id: user._id, file_id: sent._id, key: at }));
    void refresh(queries, fileCalls.getUsersFiles);
    notify.success(t('Your {what} is on file.', { what }), current ? t('Replaced') : t('Uploaded'));
  }

  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Title order={3}>{title}</Title>
        {status}
      </Group>
      <Text size="sm" c="dimmed" maw="38rem">
        {children}
      </Text>
      {current && (
        <Stored file={current} what={what} onGone={() => keepUser({ _id: user._id, [at]: null })} />
      )}
      <FileButton
        label={current ? t('Replace {what}', { what }) : t('Upload {what}', { what })}
        accept={DOCUMENTS}
        onFile={store}
      />
    </Stack>
  );
}

function Stored({ file, what, onGone }: { file: FileRef; what: string; onGone: () => void }) {
  const [asking, setAsking] = useState(false);
  const files = useQuery(callQuery(fileCalls.getUsersFiles, {}, { quiet: true }));
  const known = files.data?.find(({ _id }) => _id === file._id);
  const remove = useCall(fileCalls.deleteFile, { quiet: true });
  const shown = known?.description || t('Your {what}', { what });

  async function removeIt(): Promise<void> {
    const { message } = await remove.mutateAsync({ file_id: file._id });
    if (message !== 'success')
      throw new Error('This file can’t be deleted because it belongs to a placement.');
    onGone();
    notify.success(t('File successfully deleted.'));
  }

  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconFileText size={22} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor href={fileAddress(file)} target="_blank" rel="noopener" style={{ overflowWrap: 'anywhere' }}>
          {shown}
        </Anchor>
        {known && (
          <Text size="sm" c="dimmed">
            {t('Uploaded {date}', { date: showMoment(known.createdAt) })}
          </Text>
        )}
      </div>
      <Button
        variant="subtle"
        color="gray"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
        aria-label={t('Delete {what}', { what })}
      >
        {t('Delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={removeIt}
        confirm={t('Delete {what}', { what })}
        destroys
      >
        {t('Your {what} “{shown}” will be deleted. No one will be able to see it.', { what, shown })}
      </ConfirmDialog>
    </Group>
  );
}
