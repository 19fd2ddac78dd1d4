import { Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { FilterUsersInput, ListedUser } from '@waypost/contract/people/directory/calls';
import type { ReactNode } from 'react';
import { DataTable } from '../../ui/DataTable.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { mixedColumns } from './people-columns.tsx';
import { fits } from './people-filter.ts';

interface AlsoFoundProps {
  /** Everyone who matches the search, of any role, with the total as far as it is known. */
  found: { rows: ListedUser[]; total: number };
  /** The filters. Only people who do not match them are shown here. */
  outside: FilterUsersInput;
  /** The people in the list above, including those just approved there, who no longer match the filters. */
  above: readonly ListedUser[];
  text: string;
  actions: (row: ListedUser) => ReactNode;
}

/** Also shows people who match the search but have another role or are outside the filters. */
export function AlsoFound({ found, outside, above, text, actions }: AlsoFoundProps) {
  const shown = new Set(above.map(({ _id }) => _id));
  const others = found.rows.filter((row) => !fits(row, outside) && !shown.has(row._id));
  if (others.length === 0) return null;
  const unseen = found.total > found.rows.length;
  return (
    <Stack component="section" gap="xs" mt="xl" aria-labelledby="also-found">
      <Title order={2} size="h3" id="also-found">
        {t('Found outside these filters')}
      </Title>
      {unseen && (
        <Text size="sm" c="dimmed">
          {t(
            '“{text}” finds {total} people in all; these are from the first {rows}. Type more to see fewer.',
            { text, total: showNumber(found.total), rows: found.rows.length },
          )}
        </Text>
      )}
      <DataTable
        caption={t('Found outside these filters')}
        columns={mixedColumns(actions)}
        rows={others}
        rowKey={(row) => row._id}
        count={(n) => t('{n, plural, one {# person} other {# people}}', { n })}
      />
    </Stack>
  );
}
