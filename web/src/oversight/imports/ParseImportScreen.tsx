import { Group, Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { importCalls } from '@waypost/contract/oversight/imports/calls';
import { useEffect, useRef } from 'react';
import { isFailure } from '../../client/failure.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Done } from './Done.tsx';

/**
 * Imports the latest file of opportunities when it opens (docs/behavior/imports.md#screens). A file is imported once.
 */
export default function ParseImportScreen() {
  const queries = useQueryClient();
  const parse = useCall(importCalls.parseImport, {
    quiet: true,
    onSuccess: () => refresh(queries, opportunityCalls.getOpportunities),
  });
  const begun = useRef(false);
  const { mutate, data, error, isPending } = parse;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate({});
  }, [mutate]);
  return (
    <Screen
      title={t('Import opportunities')}
      action={
        <LinkButton to="/admin/imports" variant="default">
          {t('All imports')}
        </LinkButton>
      }
    >
      <Stack>
        {isPending && (
          <Group role="status">
            <Loader size="sm" aria-hidden />
            <Text>{t('Importing the latest file. Thousands of rows take a few seconds.')}</Text>
          </Group>
        )}
        {data && <Done kind="opportunities" done={data} />}
        {isFailure(error, 'not-found') ? (
          <EmptyState
            title={t('There is no file to import')}
            action={<LinkButton to="/admin/imports">{t('Upload one')}</LinkButton>}
          >
            {t('Upload a file of opportunities first.')}
          </EmptyState>
        ) : (
          error && <Failed error={error} retry={() => mutate({})} />
        )}
      </Stack>
    </Screen>
  );
}
