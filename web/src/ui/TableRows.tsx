import { currentLocale, type Locale } from '@waypost/contract/i18n';
import { memo, type ReactNode, type RefObject } from 'react';
import { type Column, headerOf } from './columns.ts';
import classes from './DataTable.module.css';
import { tableRoles } from './table-roles.ts';
import { type Piece, useInView } from './use-in-view.ts';

/**
 * How many rows are rendered together: one in a table, so that it fits in a frame; twelve as cards, which fill rows of
 * two, three or four.
 */
const TOGETHER = { rows: 1, cards: 12 };

/** The number of rows rendered before their height is known. They also determine the column widths. */
const FIRST = 36;

/** The assumed height of a row in pixels until one has been measured. */
const USUAL_HEIGHT = 64;

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  table: RefObject<HTMLTableElement | null>;
  cards: boolean;
  /** Whether the list is long enough to be virtualized. */
  isLong: boolean;
}

/** The body of a table: rendered rows, and blanks with the height of rows far from the screen. */
export function TableRows<Row>({ columns, rows, rowKey, table, cards, isLong }: TableRowsProps<Row>) {
  const together = cards ? TOGETHER.cards : TOGETHER.rows;
  const pieces = useInView({
    table,
    count: Math.ceil(rows.length / together),
    first: FIRST / together,
    usual: USUAL_HEIGHT * together,
    isLong,
  });
  return pieces.flatMap((piece) =>
    piece.blank ? (
      <tbody key={piece.blank.name} className={classes.blank} aria-hidden="true">
        <tr style={{ height: piece.blank.height }}>
          <td colSpan={columns.length} />
        </tr>
      </tbody>
    ) : (
      partsOf(piece).map((part) => (
        <Part
          key={part}
          number={part}
          columns={columns as readonly Column<unknown>[]}
          rows={rows.slice(part * together, (part + 1) * together)}
          rowKey={rowKey as (row: unknown) => string}
          start={part * together}
          locale={currentLocale()}
        />
      ))
    ),
  );
}

const partsOf = ({ from, to }: Piece) => Array.from({ length: to - from }, (_, index) => from + index);

interface PartProps {
  number: number;
  columns: readonly Column<unknown>[];
  rows: readonly unknown[];
  rowKey: (row: unknown) => string;
  /** The index of its first row in the list. */
  start: number;
  /** The language of its cells. */
  locale: Locale;
}

/** Memoized per part: a growing list is a new array, but most of its rendered rows are unchanged. */
const Part = memo(function Part({ number, columns, rows, rowKey, start }: PartProps) {
  return (
    <tbody {...tableRoles.group} data-part={number}>
      {rows.map((row, index) => (
        <tr key={rowKey(row)} {...tableRoles.row} aria-rowindex={start + index + 2}>
          {columns.map((column) => (
            <BodyCell key={column.key} column={column}>
              {column.cell(row)}
            </BodyCell>
          ))}
        </tr>
      ))}
    </tbody>
  );
}, isSamePart);

function isSamePart(before: PartProps, now: PartProps): boolean {
  return (
    before.locale === now.locale &&
    before.columns === now.columns &&
    before.start === now.start &&
    before.rows.length === now.rows.length &&
    before.rows.every((row, index) => row === now.rows[index])
  );
}

function BodyCell({ column, children }: { column: Column<unknown>; children: ReactNode }) {
  const { card } = column;
  return (
    <td
      {...tableRoles.cell}
      data-end={column.end || undefined}
      data-one-line={column.oneLine}
      data-card={card}
      data-label={card === undefined || card === 'text' ? headerOf(column) : undefined}
    >
      {children}
    </td>
  );
}
