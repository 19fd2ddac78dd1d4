import { Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ImportKind } from '@waypost/contract/imports/rules';
import { Screen } from '../ui/Screen.tsx';
import { ImportFile } from './ImportFile.tsx';
import classes from './Imports.module.css';

const tabs: Record<ImportKind, string> = { opportunities: 'Opportunities', students: 'Students' };

/** Opportunities and students from a spreadsheet, looked at row by row before anything is imported. */
export default function ImportsScreen() {
  const search = useSearch({ strict: false }) as { kind?: unknown };
  const kind: ImportKind = search.kind === 'students' ? 'students' : 'opportunities';
  return (
    <Screen title="Imports" lead="Upload a CSV file, check each row, then import the good ones.">
      <Stack gap="lg">
        <nav aria-label="What is imported" className={classes.tabs}>
          {(['opportunities', 'students'] as const).map((one) => (
            <Link
              key={one}
              to="/admin/imports"
              search={one === 'students' ? { kind: one } : {}}
              className={classes.tab}
              // Without it the tab that has no search of its own would be current beside every other one.
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {tabs[one]}
            </Link>
          ))}
        </nav>
        <ImportFile key={kind} kind={kind} />
      </Stack>
    </Screen>
  );
}
