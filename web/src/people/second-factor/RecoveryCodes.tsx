import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useState } from 'react';
import { saveFile } from '../../ui/save-file.ts';
import classes from './SecondFactorSection.module.css';

/** Shown once, because they cannot be retrieved later. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const done = () => {
    setBusy(true);
    void onDone();
  };
  return (
    <Stack>
      <Title order={3} size="h4">
        {t('Your recovery codes')}
      </Title>
      <Text>
        {t(
          'Keep these somewhere safe. Each one logs you in once if you lose your phone. You cannot see them again.',
        )}
      </Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          onClick={() => saveFile('waypost-recovery-codes.txt', new Blob([`${codes.join('\r\n')}\r\n`]))}
        >
          {t('Save as a file')}
        </Button>
        <Button onClick={done} loading={busy}>
          {t('I saved them')}
        </Button>
      </Group>
    </Stack>
  );
}
