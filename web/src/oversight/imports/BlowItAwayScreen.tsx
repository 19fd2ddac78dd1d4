import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { importCalls } from '@waypost/contract/oversight/imports/calls';
import { useState } from 'react';
import { refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { Screen } from '../../ui/Screen.tsx';

/** Removes every imported opportunity without applicants, after a confirmation (docs/behavior/imports.md#screens). */
export default function BlowItAwayScreen() {
  const [asking, setAsking] = useState(true);
  const queries = useQueryClient();
  const remove = useCall(importCalls.blowItAway, {
    quiet: true,
    onSuccess: () => refresh(queries, opportunityCalls.getOpportunities),
  });
  const done = remove.data;
  return (
    <Screen
      title={t('Remove imported opportunities')}
      action={
        <LinkButton to="/admin/imports" variant="default">
          {t('All imports')}
        </LinkButton>
      }
    >
      <Stack align="flex-start">
        {done ? (
          <Alert role="alert" color="green" icon={<IconCircleCheck aria-hidden />} title={t('DONE')} w="100%">
            {t(
              '{removed} imported {count, plural, one {opportunity} other {opportunities}} removed, {kept} kept because students have applied.',
              {
                removed: showNumber(done.removed),
                count: done.removed,
                kept: showNumber(done.kept),
              },
            )}
          </Alert>
        ) : (
          <>
            <Text>
              {t('Opportunities that businesses posted themselves, and those with applicants, stay.')}
            </Text>
            <Button color="red.9" onClick={() => setAsking(true)}>
              {t('Remove all imported opportunities')}
            </Button>
          </>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutateAsync({})}
        confirm={t('Remove')}
        destroys
      >
        {t(
          'You are going to remove every imported opportunity that no one has applied to. You can’t undo this, but you can import a file again.',
        )}
      </ConfirmDialog>
    </Screen>
  );
}
