import { msg } from '@waypost/contract/i18n';
import type { FormerStudent } from '@waypost/contract/oversight/retention/calls';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showDate } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';

export const formerStudentColumns: readonly Column<FormerStudent>[] = [
  {
    key: 'name',
    header: msg('Student'),
    cell: ({ _id, name }) => (
      <TextLink to="/profile/view/$id" params={{ id: _id }}>
        {name}
      </TextLink>
    ),
    card: 'title',
  },
  { key: 'school', header: msg('School'), cell: ({ school }) => school },
  { key: 'year', header: msg('Graduation year'), cell: ({ graduation_year }) => graduation_year },
  { key: 'left', header: msg('Inactive since'), cell: ({ left_on }) => showDate(left_on), oneLine: true },
  {
    key: 'deletes',
    header: msg('Deletion date'),
    cell: ({ deletes_on }) => showDate(deletes_on),
    oneLine: true,
  },
];

export const formerStudentCsv: readonly CsvColumn<FormerStudent>[] = [
  [msg('Student'), ({ name }) => name],
  [msg('Email'), ({ email }) => email],
  [msg('School'), ({ school }) => school],
  [msg('Graduation year'), ({ graduation_year }) => graduation_year ?? ''],
  [msg('Inactive since'), ({ left_on }) => showDate(left_on)],
  [msg('Deletion date'), ({ deletes_on }) => showDate(deletes_on)],
];
