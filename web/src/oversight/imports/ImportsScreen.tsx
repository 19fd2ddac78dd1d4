import { Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { ImportKind } from '@waypost/contract/oversight/imports/rules';
import { Screen } from '../../ui/Screen.tsx';
import { ImportFile } from './ImportFile.tsx';
import classes from './Imports.module.css';

const tabs: Record<ImportKind, Message> = { opportunities: msg('Opportunities'), students: msg('Students') };

/** Imports opportunities and students from a spreadsheet, after a preview of every row. */
export default function ImportsScreen() {
  const search = useSearch({ strict: false }) as { kind?: unknown };
  const kind: ImportKind = search.kind === 'students' ? 'students' : 'opportunities';
  return (
    <Screen title={t('Imports')} lead={t('Upload a CSV file, check each row, then import the good ones.')}>
      <Stack gap="lg">
        <nav aria-label={t('What is imported')} className={classes.tabs}>
          {(['opportunities', 'students'] as const).map((one) => (
            <Link
              key={one}
              to="/admin/imports"
              search={one === 'students' ? { kind: one } : {}}
              className={classes.tab}
              // By default, query strings match partially, so the tab without one would always be marked as current.
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {t(tabs[one])}
            </Link>
          ))}
        </nav>
        <ImportFile key={kind} kind={kind} />
      </Stack>
    </Screen>
  );
}
