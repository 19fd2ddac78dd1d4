import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { showHours } from '../projects/project-status.ts';
import { showSpan } from './hours-columns.tsx';
import type { QueuedEntry } from './hours-queue.ts';
import classes from './QueuedEntries.module.css';

interface QueuedEntriesProps {
  entries: readonly QueuedEntry[];
  /** Corrects a refused entry; null if no more hours can be logged. */
  onCorrect: ((entry: QueuedEntry) => void) | null;
  onRemove: (entry: QueuedEntry) => Promise<unknown>;
}

/** The entries that are saved on this phone only: waiting to be sent, or refused with the reason. */
export function QueuedEntries({ entries, onCorrect, onRemove }: QueuedEntriesProps) {
  const title = useId();
  const [removing, setRemoving] = useState<QueuedEntry | null>(null);
  const isAnyWaiting = entries.some(({ refused }) => refused === null);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={title}>
      <Stack>
        <div>
          <Title order={2} size="h3" id={title}>
            {t('Saved on this phone')}
          </Title>
          {isAnyWaiting && <Text c="dimmed">{t('We’ll send it when you’re back online.')}</Text>}
        </div>
        <ul className={classes.list}>
          {entries.map((one) => {
            const days = showSpan(one.entry);
            const hours = showHours(one.entry.total_hours);
            return (
              <li key={one.key}>
                <Group justify="space-between" gap="xs">
                  <Text fw={600}>{t('{days}: {hours} hours', { days, hours })}</Text>
                  {one.refused === null ? (
                    <StatusBadge tone="waiting">{t('Waiting to be sent')}</StatusBadge>
                  ) : (
                    <StatusBadge tone="attention">{t('Not accepted')}</StatusBadge>
                  )}
                </Group>
                <Text className={classes.log}>{one.entry.text_log}</Text>
                {one.refused !== null && (
                  <Text size="sm">
                    <strong>{t('Why it was not accepted:')}</strong> {one.refused}
                  </Text>
                )}
                <Group gap="xs" mt="xs">
                  {one.refused !== null && onCorrect && (
                    <Button
                      size="compact-sm"
                      aria-label={t('Correct the entry for {days}', { days })}
                      onClick={() => onCorrect(one)}
                    >
                      {t('Correct')}
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('Delete the entry for {days}', { days })}
                    onClick={() => setRemoving(one)}
                  >
                    {t('Delete')}
                  </Button>
                </Group>
              </li>
            );
          })}
        </ul>
      </Stack>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && onRemove(removing)}
        confirm={t('Delete entry')}
        destroys
      >
        {removing &&
          t('{totalHours} hours on {days} will be lost.', {
            totalHours: showHours(removing.entry.total_hours),
            days: showSpan(removing.entry),
          })}
      </ConfirmDialog>
    </Paper>
  );
}
