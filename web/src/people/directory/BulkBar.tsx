import { Alert, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { ListedUser } from '@waypost/contract/people/directory/calls';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { type RefusedRow, useBulkApproval } from './use-bulk-approval.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  rows: readonly ListedUser[];
  selection: Selection;
}

const accounts = (count: number) => t('{count, plural, one {# account} other {# accounts}}', { count });

/** Groups the refusals by reason, so that each reason takes one line. */
function byReason(refusals: readonly RefusedRow[]) {
  const reasons = [...new Set(refusals.map(({ reason }) => reason))];
  return reasons.map((reason) => ({
    reason,
    names: refusals.filter((row) => row.reason === reason).map(({ name }) => name),
  }));
}

/** A bar above a list, to select its rows and activate or deactivate them together. */
export function BulkBar({ rows, selection }: BulkBarProps) {
  const { run, progress, refusals, stop, dismiss } = useBulkApproval();
  const [asking, setAsking] = useState(false);
  const selected = rows.filter(({ _id }) => selection.has(_id));
  const active = selected.filter(({ approved }) => approved);
  const inactive = selected.length - active.length;
  const all = selected.length > 0 && selected.length === rows.length;
  const act = async (approved: boolean) => {
    await run(selected, approved);
    selection.clear();
  };
  return (
    <Stack gap="xs">
      <Group gap="sm" mih={44}>
        <Checkbox
          label={t('Select all {n} shown', { n: showNumber(rows.length) })}
          checked={all}
          indeterminate={selected.length > 0 && !all}
          onChange={() => (all ? selection.clear() : selection.choose(rows.map(({ _id }) => _id)))}
          disabled={progress !== null}
        />
        {inactive > 0 && !progress && (
          <Button onClick={() => void act(true)}>
            {t('Activate {inactive}', { inactive: accounts(inactive) })}
          </Button>
        )}
        {active.length > 0 && !progress && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('Deactivate {n}', { n: accounts(active.length) })}
          </Button>
        )}
        {progress && (
          <>
            <Text size="sm" role="status">
              {t('{done} of {of} done', { done: progress.done, of: progress.of })}
            </Text>
            <Progress
              value={(progress.done / progress.of) * 100}
              aria-label={t('How many are done')}
              w={{ base: '100%', xs: '12rem' }}
            />
            <Button variant="default" onClick={stop}>
              {t('Stop')}
            </Button>
          </>
        )}
      </Group>
      {refusals.length > 0 && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('{n, plural, one {1 account wasn’t changed} other {{n} accounts weren’t changed}}', {
            n: refusals.length,
          })}
          withCloseButton
          closeButtonLabel={t('Close this list')}
          onClose={dismiss}
        >
          <Stack component="ul" gap={4} m={0} pl="md">
            {byReason(refusals).map(({ reason, names }) => (
              <li key={reason}>
                <strong>{names.join(', ')}</strong>: {reason}
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void act(false)}
        confirm={t('Deactivate {n}', { n: accounts(active.length) })}
        destroys
      >
        {t(
          'You are going to deactivate {n}. They’re logged out everywhere right away. Nothing is lost, and you can activate them again.',
          { n: accounts(active.length) },
        )}
      </ConfirmDialog>
    </Stack>
  );
}
