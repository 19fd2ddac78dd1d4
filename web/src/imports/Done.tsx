import { Alert, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { currentLocale, msg, t } from '@waypost/contract/i18n';
import type { Imported, RejectedRow } from '@waypost/contract/imports/calls';
import { byNumber, type Column } from '../ui/columns.ts';
import { DataTable } from '../ui/DataTable.tsx';
import classes from './Imports.module.css';

const columns: Column<RejectedRow>[] = [
  { key: 'row', header: msg('Row'), cell: ({ row }) => row, compare: byNumber(({ row }) => row) },
  { key: 'name', header: msg('Name'), cell: ({ name }) => name || '–', card: 'title' },
  {
    key: 'reason',
    header: msg('Reason'),
    cell: ({ reason }) => <span className={classes.reason}>{reason}</span>,
  },
];

const number = (n: number) => n.toLocaleString(currentLocale());
const rows = (n: number) => t('{n} {n2, plural, one {row} other {rows}}', { n: number(n), n2: n });

/** DONE, and the counts; below it the rows that were left out, with their reasons. */
export function Done({ what, done }: { what: string; done: Imported }) {
  return (
    <Stack>
      <Alert role="alert" color="green" icon={<IconCircleCheck aria-hidden />} title={t('DONE')}>
        {done.already
          ? t('This file was already imported, so nothing changed.')
          : t('{imported} {what} imported, {rejected} rejected.', {
              imported: number(done.imported),
              what,
              rejected: rows(done.rejected.length),
            })}
      </Alert>
      {done.rejected.length > 0 && (
        <DataTable
          caption={t('Rejected rows')}
          columns={columns}
          rows={done.rejected}
          rowKey={({ row }) => `${row}`}
          count={(n) => t('{n} rejected', { n: rows(n) })}
        />
      )}
    </Stack>
  );
}
