import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { msg, t } from '@waypost/contract/i18n';
import { useRef, useState } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './CompareFile.module.css';

/** A larger file cannot be a signed document, so it is not read into memory. */
const MAX_BYTES = 100 * 1024 * 1024;

const outcomes = {
  same: { tone: 'good', word: msg('Unchanged'), sentence: msg('{name} is the signed document.') },
  other: {
    tone: 'bad',
    word: msg('Different'),
    sentence: msg('{name} is another file, or it was changed after it was signed.'),
  },
  unreadable: { tone: 'bad', word: msg('Not compared'), sentence: msg('{name} can’t be read. Try again.') },
} as const;
type Outcome = keyof typeof outcomes;

/** Compares a file with a document by its SHA-256. This happens in the browser, so nothing is uploaded. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [found, setFound] = useState<{ name: string; outcome: Outcome } | null>(null);
  // `crypto.subtle` exists only in secure contexts.
  if (!window.isSecureContext) return <Text>{t('Open this page with https:// to compare a file.')}</Text>;

  async function compare(file: File | undefined) {
    if (!file) return;
    setFound(null);
    const outcome = await outcomeOf(file, sha256).catch(() => 'unreadable' as const);
    setFound({ name: file.name, outcome });
  }

  const outcome = found && outcomes[found.outcome];
  return (
    <Stack
      component="section"
      aria-label={t('Is your copy unchanged?')}
      className={classes.place}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        // Otherwise the browser would open the file.
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void compare(event.dataTransfer.files[0]);
      }}
    >
      <Text size="sm">{t('Choose the PDF, or drop it here. It stays on your device.')}</Text>
      {/* Hidden, because the button is the only visible control. */}
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset, so that the same file can be chosen again.
          currentTarget.value = '';
          void compare(file);
        }}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconFileSearch size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('Choose PDF')}
        </Button>
      </Group>
      <Group gap="xs" role="status" className={classes.outcome}>
        {found && outcome && (
          <>
            <StatusBadge tone={outcome.tone}>{t(outcome.word)}</StatusBadge>
            <Text size="sm" flex={1} miw="12rem">
              {t(outcome.sentence, { name: found.name })}
            </Text>
          </>
        )}
      </Group>
    </Stack>
  );
}

async function outcomeOf(file: File, sha256: string): Promise<Outcome> {
  if (file.size > MAX_BYTES) return 'other';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('') === sha256 ? 'same' : 'other';
}
