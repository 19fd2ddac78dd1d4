import { Paper, Table, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

/** What saving the form would save, for `/profile/test` (docs/behavior/profiles.md#screens). */
export function TestResult({ profile }: { profile: object }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (profile) heading.current?.focus();
  }, [profile]);
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('This would be saved')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('The form has no errors. Nothing was saved.')}
      </Text>
      <Table layout="fixed" withRowBorders verticalSpacing="xs">
        <Table.Tbody>
          {linesOf(profile).map(([field, value]) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" w="40%" style={{ overflowWrap: 'anywhere' }}>
                {field}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** Lists each field by its wire name, with the location's fields below their own. */
function linesOf(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([field, said]): [string, string][] => {
    const name = `${prefix}${field}`;
    if (Array.isArray(said)) return [[name, said.join(', ') || '–']];
    if (typeof said === 'object' && said !== null) return linesOf(said, `${name}.`);
    return [[name, said === '' || said === null ? '–' : String(said)]];
  });
}
