import { type Message, t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';

/** The header as text or a function, because an element created once would stay in its original language. */
type Header = string | Message | (() => ReactNode);

export interface Column<Row> {
  key: string;
  header: Header;
  /** The header as plain text, if it is more than text. */
  name?: string | Message;
  cell: (row: Row) => ReactNode;
  /** Compares two rows in ascending order. A column without it cannot be sorted. */
  compare?: (one: Row, other: Row) => number;
  /** Sorted by the server, for a list that loads in parts. */
  sorts?: true;
  /** Aligns the column to the end, as for numbers. */
  end?: boolean;
  /** Prevents line breaks in a table: for dates and times. */
  oneLine?: true;
  /**
   * The role on a phone's card: its `title`, the `actions` at the bottom, the `corner`, or a `text` of one or
   * more lines. Other columns are in between, each on a line with its name.
   */
  card?: 'title' | 'actions' | 'corner' | 'text';
  /** Limits the column to cards or to the table; by default it is in both. */
  only?: 'cards' | 'table';
}

export interface Sort {
  key: string;
  descending: boolean;
}

export function headerOf<Row>({ name, header, key }: Column<Row>): string {
  return name ? t(name) : typeof header === 'function' ? key : t(header);
}

/** The header as it is shown. */
export const shownHeader = ({ header }: { header: Header }): ReactNode =>
  typeof header === 'function' ? header() : t(header);

export function canSort<Row>({ compare, sorts }: Column<Row>): boolean {
  return compare !== undefined || sorts === true;
}

/** Clicking the same column reverses the order; another column starts in ascending order. */
export function toggledSort(key: string, active: Sort | undefined): Sort {
  return { key, descending: active !== undefined && !active.descending };
}

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const compare = columns.find(({ key }) => key === sort?.key)?.compare;
  if (!sort || !compare) return rows;
  return rows.toSorted((one, other) => (sort.descending ? compare(other, one) : compare(one, other)));
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares text naturally: ignoring letter case, with numbers by value. */
export const byText =
  <Row>(text: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    collator.compare(text(one), text(other));

/** Compares numbers by value. For calendar dates and timestamps, use the text order. */
export const byNumber =
  <Row>(number: (row: Row) => number) =>
  (one: Row, other: Row): number =>
    number(one) - number(other);
