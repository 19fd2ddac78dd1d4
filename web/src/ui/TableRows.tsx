import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { type Column, headerOf } from './columns.ts';
import classes from './DataTable.module.css';
import { says } from './table-roles.ts';
import { STEP } from './use-growing.tsx';

/** Rows that come and go together; as cards they fill lines of two, three and four. */
const TOGETHER = 12;

/** Pixels of a row that was never drawn, until one has been. */
const USUAL_HEIGHT = 64;

/** How far beyond the screen rows are still drawn: more than a turn of the wheel, or a press of Page Down. */
const BEYOND = '1200px 0px';

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether rows far from the screen give way to a blank as high as they are. */
  giveWay: boolean;
}

/** The body of a table, of which only what is near the screen is drawn. */
export function TableRows<Row>({ columns, rows, rowKey, giveWay }: TableRowsProps<Row>) {
  const height = useRef(USUAL_HEIGHT);
  const starts = Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, index) => index * TOGETHER);
  return starts.map((start) => (
    <Block
      key={start}
      columns={columns as readonly Column<unknown>[]}
      rows={rows.slice(start, start + TOGETHER)}
      rowKey={rowKey as (row: unknown) => string}
      start={start}
      giveWay={giveWay}
      height={height}
    />
  ));
}

interface BlockProps extends TableRowsProps<unknown> {
  /** The place of its first row in the list. */
  start: number;
  /** How high a row was that was drawn last. */
  height: { current: number };
}

/** Rows are compared one by one: a list that grows is another one, and most of what is drawn is the same. */
const Block = memo(function Block({ columns, rows, rowKey, start, giveWay, height }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  // What a list begins with is drawn at once; what it grows by waits to be scrolled to.
  const [blank, setBlank] = useState(start < STEP ? undefined : rows.length * height.current);
  useEffect(() => {
    const element = body.current;
    if (!element || !giveWay) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        const now = seen.at(-1);
        // Whoever works with the keyboard stays where they are, however far away it is scrolled.
        if (!now || (!now.isIntersecting && element.contains(document.activeElement))) return;
        // Drawing gives way to scrolling.
        startTransition(() =>
          setBlank((before) =>
            now.isIntersecting ? undefined : (before ?? Math.max(now.boundingClientRect.height, 1)),
          ),
        );
      },
      { rootMargin: BEYOND },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [giveWay]);
  useEffect(() => {
    const drawn = blank === undefined && body.current?.offsetHeight;
    if (drawn) height.current = drawn / rows.length;
  }, [blank, height, rows.length]);

  if (giveWay && blank !== undefined)
    return (
      <tbody ref={body} className={classes.blank} aria-hidden="true">
        <tr style={{ height: blank }}>
          <td colSpan={columns.length} />
        </tr>
      </tbody>
    );
  return (
    <tbody ref={body} {...says.group}>
      {rows.map((row, index) => (
        <tr key={rowKey(row)} {...says.row} aria-rowindex={start + index + 2}>
          {columns.map((column) => (
            <BodyCell key={column.key} column={column}>
              {column.cell(row)}
            </BodyCell>
          ))}
        </tr>
      ))}
    </tbody>
  );
}, isSameBlock);

function isSameBlock(before: BlockProps, now: BlockProps): boolean {
  return (
    before.columns === now.columns &&
    before.giveWay === now.giveWay &&
    before.rows.length === now.rows.length &&
    before.rows.every((row, index) => row === now.rows[index])
  );
}

function BodyCell({ column, children }: { column: Column<unknown>; children: ReactNode }) {
  const { card } = column;
  return (
    <td
      {...says.cell}
      data-end={column.end || undefined}
      data-one-line={column.oneLine}
      data-card={card}
      data-label={card === undefined || card === 'text' ? headerOf(column) : undefined}
    >
      {children}
    </td>
  );
}
