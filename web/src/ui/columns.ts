import { type Message, t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: ReactNode | Message;
  /** The header in plain words, where it is not words alone. */
  name?: string | Message;
  cell: (row: Row) => ReactNode;
  /** Which of two rows comes first, going up; a column without it does not sort. */
  compare?: (one: Row, other: Row) => number;
  /** Sorted by this column where the list is read, which comes part by part. */
  sorts?: true;
  /** Numbers keep to the end of their column. */
  end?: boolean;
  /** Keeps to one line in a table: a date, a time. */
  oneLine?: true;
  /**
   * On a phone's card: its `title`, the `actions` at its foot, what stands in its `corner`, a `text` of a line or
   * more; other columns stand between, a line each with its name.
   */
  card?: 'title' | 'actions' | 'corner' | 'text';
  /** Where it stands: on cards, or in the table; in both unless told otherwise. */
  only?: 'cards' | 'table';
}

export interface Sort {
  key: string;
  descending: boolean;
}

export function headerOf<Row>({ name, header, key }: Column<Row>): string {
  return name ? t(name) : isText(header) ? t(header) : key;
}

/** The header as it is shown. */
export const shownHeader = ({ header }: { header: ReactNode | Message }): ReactNode =>
  isText(header) ? t(header) : header;

const isText = (header: ReactNode | Message): header is string | Message => typeof header === 'string';

export function canSort<Row>({ compare, sorts }: Column<Row>): boolean {
  return compare !== undefined || sorts === true;
}

/** The same column again turns the order round; another one starts going up. */
export function turned(key: string, active: Sort | undefined): Sort {
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

/** Text as people sort it: without regard to letter case, numbers within it by size. */
export const byText =
  <Row>(text: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    collator.compare(text(one), text(other));

/** Numbers by size; calendar dates and moments sort as text. */
export const byNumber =
  <Row>(number: (row: Row) => number) =>
  (one: Row, other: Row): number =>
    number(one) - number(other);
