import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { msg, t } from '@waypost/contract/i18n';
import type { ImportPreview } from '@waypost/contract/oversight/imports/calls';
import type { ImportKind } from '@waypost/contract/oversight/imports/rules';
import { useMemo, useState } from 'react';
import { byNumber, byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './Imports.module.css';

interface PreviewProps {
  kind: ImportKind;
  preview: ImportPreview;
  importing: boolean;
  onImport: () => void;
}

interface Row {
  row: number;
  name: string;
  /** Why the row is rejected; null if it is accepted. */
  reason: string | null;
}

const columns: Column<Row>[] = [
  { key: 'row', header: msg('Row'), cell: ({ row }) => row, compare: byNumber(({ row }) => row) },
  {
    key: 'name',
    header: msg('Name'),
    cell: ({ name }) => name || '–',
    compare: byText(({ name }) => name),
    card: 'title',
  },
  {
    key: 'outcome',
    header: msg('Outcome'),
    cell: ({ reason }) => (
      <StatusBadge tone={reason === null ? 'good' : 'bad'}>
        {reason === null ? t('Accepted') : t('Rejected')}
      </StatusBadge>
    ),
  },
  {
    key: 'reason',
    header: msg('Reason'),
    card: 'text',
    cell: ({ reason }) => <span className={classes.reason}>{reason ?? '–'}</span>,
  },
];

/**
 * The rows of the file, each accepted or rejected with a reason, and the button to import the accepted
 * ones.
 */
export function Preview({ kind, preview, importing, onImport }: PreviewProps) {
  const { accepted, rejected, file } = preview;
  const [onlyBad, setOnlyBad] = useState(rejected.length > 0);
  const rows = useMemo(() => {
    const bad: Row[] = rejected;
    const all = onlyBad ? bad : [...bad, ...accepted.map((row) => ({ ...row, reason: null }))];
    return all.toSorted(byNumber(({ row }) => row));
  }, [accepted, rejected, onlyBad]);
  const label =
    kind === 'students'
      ? t('{n, plural, one {Import # student} other {Import # students}}', { n: accepted.length })
      : t('{n, plural, one {Import # opportunity} other {Import # opportunities}}', { n: accepted.length });
  return (
    <Stack component="section" aria-labelledby="preview">
      <Title order={2} size="h3" id="preview">
        {t('What would be imported')}
      </Title>
      <Text role="status">
        {t('{file}: {n} accepted, {n2} rejected. Nothing has been imported yet.', {
          file,
          n: showNumber(accepted.length),
          n2: showNumber(rejected.length),
        })}
      </Text>
      {accepted.length === 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('No row can be imported')}>
          {t('Fix the file using the reasons below, then upload it again.')}
        </Alert>
      )}
      <Group>
        {accepted.length > 0 &&
          (kind === 'opportunities' ? (
            <LinkButton to="/opportunity/parseImport">{label}</LinkButton>
          ) : (
            <Button onClick={onImport} loading={importing}>
              {label}
            </Button>
          ))}
        {rejected.length > 0 && accepted.length > 0 && (
          <Button variant="default" aria-pressed={onlyBad} onClick={() => setOnlyBad(!onlyBad)}>
            {onlyBad ? t('Show all rows') : t('Show only rejected rows')}
          </Button>
        )}
      </Group>
      <DataTable
        caption={t('Rows of the file')}
        columns={columns}
        rows={rows}
        rowKey={({ row }) => `${row}`}
        count={(n) => t('{n, plural, one {# row} other {# rows}}', { n })}
      />
    </Stack>
  );
}
