import { Alert, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Imported, RejectedRow } from '@waypost/contract/imports/calls';
import { byNumber, type Column } from '../ui/columns.ts';
import { DataTable } from '../ui/DataTable.tsx';
import classes from './Imports.module.css';

const columns: Column<RejectedRow>[] = [
  { key: 'row', header: 'Row', cell: ({ row }) => row, compare: byNumber(({ row }) => row) },
  { key: 'name', header: 'Name', cell: ({ name }) => name || '–', card: 'title' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className={classes.reason}>{reason}</span> },
];

const number = (n: number) => n.toLocaleString('en-US');
const rows = (n: number) => `${number(n)} ${n === 1 ? 'row' : 'rows'}`;

/** DONE, and the counts; below it the rows that were left out, with their reasons. */
export function Done({ what, done }: { what: string; done: Imported }) {
  return (
    <Stack>
      <Alert role="alert" color="green" icon={<IconCircleCheck aria-hidden />} title="DONE">
        {done.already
          ? 'This file was already imported, so nothing changed.'
          : `${number(done.imported)} ${what} imported, ${rows(done.rejected.length)} rejected.`}
      </Alert>
      {done.rejected.length > 0 && (
        <DataTable
          caption="Rejected rows"
          columns={columns}
          rows={done.rejected}
          rowKey={({ row }) => `${row}`}
          count={(n) => `${rows(n)} rejected`}
        />
      )}
    </Stack>
  );
}
