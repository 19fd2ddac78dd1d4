import { Alert, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { Imported, RejectedRow } from '@waypost/contract/oversight/imports/calls';
import type { ImportKind } from '@waypost/contract/oversight/imports/rules';
import { byNumber, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
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

const rejectedRows = (n: number) => t('{n, plural, one {# row rejected} other {# rows rejected}}', { n });

const imported: Record<ImportKind, Message> = {
  students: msg(
    '{imported, plural, one {# student} other {# students}} imported, {rejected, plural, one {# row} other {# rows}} rejected.',
  ),
  opportunities: msg(
    '{imported, plural, one {# opportunity} other {# opportunities}} imported, {rejected, plural, one {# row} other {# rows}} rejected.',
  ),
};

/** DONE and the counts, then the rejected rows with their reasons. */
export function Done({ kind, done }: { kind: ImportKind; done: Imported }) {
  return (
    <Stack>
      <Alert role="alert" color="green" icon={<IconCircleCheck aria-hidden />} title={t('DONE')}>
        {done.already
          ? t('This file was already imported, so nothing changed.')
          : t(imported[kind], { imported: done.imported, rejected: done.rejected.length })}
      </Alert>
      {done.rejected.length > 0 && (
        <DataTable
          caption={t('Rejected rows')}
          columns={columns}
          rows={done.rejected}
          rowKey={({ row }) => `${row}`}
          count={rejectedRows}
        />
      )}
    </Stack>
  );
}
