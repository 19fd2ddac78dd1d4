import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useEffect, useId, useRef, useState } from 'react';

export interface UploadWay {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborts when the person cancels. */
  signal: AbortSignal;
}

export interface FileButtonProps {
  /** The button's label, such as "Upload resume". */
  label: string;
  /** The file types to offer: `application/pdf,.docx`. */
  accept: string;
  /** Uploads the file. Rejects with an `Error` whose message is shown to the person. */
  onFile: (file: File, way: UploadWay) => Promise<unknown>;
  variant?: 'filled' | 'default';
  /** What to know before picking a file. */
  note?: string;
}

/** Picks a file and uploads it, with progress and a Cancel button. */
export function FileButton({ label, accept, onFile, variant = 'default', note }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const sending = useRef<AbortController>(null);
  const noteId = useId();
  const [name, setName] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  // Cancel replaces the button during the upload, and the focus moves along both ways.
  const isSending = name !== null;
  const wasSending = useRef(isSending);
  useEffect(() => {
    if (wasSending.current === isSending) return;
    wasSending.current = isSending;
    if (document.activeElement === document.body) around.current?.querySelector('button')?.focus();
  }, [isSending]);

  async function send(file: File): Promise<void> {
    const controller = new AbortController();
    sending.current = controller;
    setFailed(null);
    setShare(0);
    setName(file.name);
    try {
      await onFile(file, { onProgress: setShare, signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted)
        setFailed(error instanceof Error ? error.message : t('Something went wrong'));
    } finally {
      setName(null);
    }
  }

  return (
    <Stack gap="xs" align="flex-start" ref={around}>
      {/* Hidden, because the button is the only visible control. */}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset, so that picking the same file again after a failure counts as a change.
          currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      {name === null ? (
        <Button
          variant={variant}
          leftSection={<IconUpload size={18} aria-hidden />}
          aria-describedby={note && noteId}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      ) : (
        <Group gap="sm" w="100%" maw="26rem">
          <Stack gap={4} flex={1}>
            <Text size="sm" truncate>
              {name}
            </Text>
            <Progress.Root size="lg">
              <Progress.Section value={share * 100} aria-label={t('Sending {name}', { name })} />
            </Progress.Root>
          </Stack>
          <Button variant="default" onClick={() => sending.current?.abort()}>
            {t('Cancel')}
          </Button>
        </Group>
      )}
      {note && (
        <Text id={noteId} size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failed}
        </Text>
      )}
    </Stack>
  );
}
