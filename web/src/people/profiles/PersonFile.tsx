import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileText, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cutText } from '@waypost/contract/graphemes';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { profileCalls, type User } from '@waypost/contract/people/profiles/calls';
import { type FileRef, fileCalls } from '@waypost/contract/school-system/files/calls';
import type { UserFileKey } from '@waypost/contract/school-system/files/rules';
import { type ReactNode, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { DocumentButton } from '../../school-system/files/DocumentButton.tsx';
import { sendFile } from '../../school-system/files/send-file.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMoment } from '../../ui/dates.ts';
import type { UploadWay } from '../../ui/FileButton.tsx';
import { useCacheUser } from './use-cache-user.ts';

type Document = 'agreement' | 'resume';
type MessageName = 'upload' | 'replace' | 'stored' | 'unnamed' | 'remove' | 'removing';

const messages: Record<Document, Record<MessageName, Message>> = {
  agreement: {
    upload: msg('Upload agreement'),
    replace: msg('Replace agreement'),
    stored: msg('Your agreement is on file.'),
    unnamed: msg('Your agreement'),
    remove: msg('Delete agreement'),
    removing: msg('Your agreement “{shown}” will be deleted. No one will be able to see it.'),
  },
  resume: {
    upload: msg('Upload résumé'),
    replace: msg('Replace résumé'),
    stored: msg('Your résumé is on file.'),
    unnamed: msg('Your résumé'),
    remove: msg('Delete résumé'),
    removing: msg('Your résumé “{shown}” will be deleted. No one will be able to see it.'),
  },
};

interface PersonFileProps {
  user: User;
  what: Document;
  title: string;
  /** The profile's field for the file, and the file's type on the wire. */
  at: UserFileKey;
  name: string;
  status: ReactNode;
  /** The purpose of the document. */
  children: ReactNode;
}

/**
 * One of a person's documents, with buttons to upload, replace and delete it. Stored immediately,
 * independent of the form's Save.
 */
export function PersonFile({ user, what, title, at, name, status, children }: PersonFileProps) {
  const queries = useQueryClient();
  const keepUser = useCacheUser();
  const save = useCall(profileCalls.saveUserFile, { quiet: true });
  const current = user[at];

  async function store(file: File, way: UploadWay): Promise<void> {
    const sent = await sendFile(file, { key: name, description: cutText(file.name, 500), ...way });
    keepUser(await save.mutateAsync({ user_id: user._id, file_id: sent._id, key: at }));
    void refresh(queries, fileCalls.getUsersFiles);
    notify.success(t(messages[what].stored), current ? t('Replaced') : t('Uploaded'));
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
      <DocumentButton label={t(current ? messages[what].replace : messages[what].upload)} onFile={store} />
    </Stack>
  );
}

function Stored({ file, what, onGone }: { file: FileRef; what: Document; onGone: () => void }) {
  const [asking, setAsking] = useState(false);
  const files = useQuery(callQuery(fileCalls.getUsersFiles, {}, { quiet: true }));
  const known = files.data?.find(({ _id }) => _id === file._id);
  const remove = useCall(fileCalls.deleteFile, { quiet: true });
  const shown = known?.description || t(messages[what].unnamed);

  async function removeIt(): Promise<void> {
    const { message } = await remove.mutateAsync({ file_id: file._id });
    if (message !== 'success')
      throw new Error(t('This file can’t be deleted because it belongs to a placement.'));
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
        aria-label={t(messages[what].remove)}
      >
        {t('Delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={removeIt}
        confirm={t(messages[what].remove)}
        destroys
      >
        {t(messages[what].removing, { shown })}
      </ConfirmDialog>
    </Group>
  );
}
