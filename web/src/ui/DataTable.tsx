import { Box, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type Column, canSort, headerOf, type Sort, shownHeader, sortRows, toggledSort } from './columns.ts';
import classes from './DataTable.module.css';
import { type InParts, NextPart } from './NextPart.tsx';
import { WIDE_CONTENT } from './Screen.tsx';
import { TableRows } from './TableRows.tsx';
import { tableRoles } from './table-roles.ts';
import { useSteadyColumns } from './use-steady-columns.ts';

interface DataTableProps<Row> {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Formats the number of rows: `(n) => `${n} applicants``. */
  count: (rows: number) => string;
  /** Controls for all rows, such as selecting them. Shown next to the number of rows. */
  forAll?: ReactNode;
  /** The current order, if the screen keeps it in the URL. Otherwise the table keeps it itself. */
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** For a list that loads in parts. It is sorted by the server, so its columns use `sorts`. */
  parts?: InParts | undefined;
  /**
   * Shows cards on tablets too, because the columns need more space. `very` shows them even on small desktops.
   */
  wide?: boolean | 'very';
}

/** A list of up to this many rows is rendered as a whole. */
const SHORT = 100;

/** Up to these widths, rows are cards. */
const CARDS = { usual: '(max-width: 47.99em)', wide: '(max-width: 61.99em)', very: '(max-width: 74.99em)' };

/**
 * A table that sorts by its columns, shows the number of rows, and becomes cards on phones. Renders only rows
 * near the screen (virtualized), so a long list is as fast as a short one.
 */
export function DataTable<Row>({
  caption,
  rows,
  rowKey,
  count,
  forAll,
  parts,
  wide,
  ...given
}: DataTableProps<Row>) {
  const [own, setOwn] = useState<Sort>();
  const sort = given.sort ?? own;
  const setSort = given.onSort ?? setOwn;
  const sorted = parts ? rows : sortRows(rows, given.columns, sort);
  const until = wide === 'very' ? CARDS.very : wide ? CARDS.wide : CARDS.usual;
  const cards = useMediaQuery(until, false, { getInitialValueInEffect: false });
  const columns = useMemo(
    () => given.columns.filter(({ only }) => only === undefined || only === (cards ? 'cards' : 'table')),
    [given.columns, cards],
  );
  const sortable = columns.filter(canSort);
  const total = parts?.total ?? rows.length;
  const table = useRef<HTMLTableElement>(null);
  const isLong = total > SHORT;
  const widths = useSteadyColumns(table, columns.map(({ key }) => key).join(), isLong && !cards);
  return (
    <div>
      <Box className={classes.above} {...(wide === 'very' && { maw: WIDE_CONTENT, mx: 'auto' })}>
        {forAll && <div className={classes.forAll}>{forAll}</div>}
        <Text size="sm" c="dimmed" role="status">
          {count(total)}
        </Text>
        {cards && sortable.length > 0 && total > 1 && (
          <NativeSelect
            className={classes.order}
            aria-label={t('Sort by')}
            value={sort ? `${sort.key} ${sort.descending ? 'down' : 'up'}` : ''}
            onChange={({ currentTarget }) => {
              const [key = '', way] = currentTarget.value.split(' ');
              setSort({ key, descending: way === 'down' });
            }}
            data={[
              ...(sort ? [] : [{ value: '', label: t('Sort by'), disabled: true }]),
              ...sortable.flatMap((column) => [
                { value: `${column.key} up`, label: t('{column}, ascending', { column: headerOf(column) }) },
                {
                  value: `${column.key} down`,
                  label: t('{column}, descending', { column: headerOf(column) }),
                },
              ]),
            ]}
          />
        )}
      </Box>
      <table
        ref={table}
        className={classes.table}
        data-cards={cards || undefined}
        data-wide={wide}
        data-dense={wide === 'very' || undefined}
        data-steady={widths ? true : undefined}
        data-long={isLong || undefined}
        {...tableRoles.table}
        aria-rowcount={total + 1}
      >
        <caption className={classes.caption}>{caption}</caption>
        {widths && (
          <colgroup>
            {columns.map(({ key }, index) => (
              <col key={key} style={{ width: `${widths[index]}%` }} />
            ))}
          </colgroup>
        )}
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row}>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <TableRows
          key={cards ? 'cards' : 'rows'}
          columns={columns}
          rows={sorted}
          rowKey={rowKey}
          table={table}
          cards={cards}
          isLong={isLong}
        />
      </table>
      {parts && rows.length < parts.total && <NextPart parts={parts} />}
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const active = sort?.key === column.key ? sort : undefined;
  const Icon = active ? (active.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      {...tableRoles.header}
      scope="col"
      data-end={column.end || column.key === 'actions' || undefined}
      {...(active ? { 'aria-sort': active.descending ? 'descending' : 'ascending' } : {})}
    >
      {canSort(column) ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort(toggledSort(column.key, active))}
        >
          <span>{shownHeader(column)}</span>
          <Icon size={16} aria-hidden data-active={active !== undefined || undefined} />
        </button>
      ) : (
        shownHeader(column)
      )}
    </th>
  );
}
