import { Box, Button, Stack } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ListPart, PART_MAX } from '@waypost/contract/list-part';
import { type ReactNode, useMemo } from 'react';
import { callWithTotal, type Wire } from '../../client/call.ts';
import { rowsOf } from '../../client/list-queries.ts';
import { keyOf } from '../../client/queries.ts';
import { exportNotices, readAll } from '../../client/read-all.ts';
import { CsvExport } from '../../ui/CsvExport.tsx';
import type { Column, Sort } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen, WIDE_CONTENT } from '../../ui/Screen.tsx';
import classes from './Report.module.css';

/** A small first part, so the report shows quickly; later parts have the maximum size. */
const FIRST_PART = 100;

interface ReportScreenProps<In, Row> {
  title: string;
  lead?: ReactNode;
  /**
   * The call that lists the rows; its input takes `listPart`, and its own names of the columns to sort by.
   */
  call: Wire<In, Row[]>;
  filter: Omit<In, keyof ListPart>;
  /** The filters: `ReportFilters`. */
  filters: ReactNode;
  /** Resets all filters, if any is set: for an empty report. */
  onReset?: (() => void) | undefined;
  /** Controls for all rows, above the table. */
  forAll?: ReactNode;
  columns: readonly Column<Row>[];
  /** Whether there are many columns: see `DataTable`. */
  wide?: boolean | 'very';
  /** Formats the number of rows. */
  count: (rows: number) => string;
  /** Shown if nothing matches. */
  empty: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The export: its file name without `.csv`, and its columns. */
  csv: { name: string; columns: readonly CsvColumn<Row>[] };
}

/**
 * A report: its filters, its table, which loads in parts as it comes into view, and its export of every
 * matching row. See `StatusReportScreen` for an example.
 */
export function ReportScreen<In extends ListPart, Row extends { _id: string }>({
  title,
  lead,
  call,
  filter,
  filters,
  onReset,
  forAll,
  columns,
  wide = true,
  count,
  empty,
  sort,
  onSort,
  csv,
}: ReportScreenProps<In, Row>) {
  const report = useInfiniteQuery({ ...reportQuery(call, filter), placeholderData: keepPreviousData });
  const { data, isPlaceholderData: isBefore } = report;
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  return (
    <Screen
      title={title}
      lead={lead}
      width={wide === 'very' ? 'full' : 'wide'}
      action={<CsvExport {...csv} read={(way) => readAll(call, filter, way)} {...exportNotices} />}
    >
      <Stack gap="md">
        <Box w="100%" maw={WIDE_CONTENT} mx="auto">
          {filters}
        </Box>
        <div className={isBefore ? classes.before : undefined} aria-busy={isBefore}>
          <Loaded
            query={{ ...report, data: data && rows }}
            empty={
              <Box w="100%" maw={WIDE_CONTENT} mx="auto">
                <EmptyState
                  title={empty}
                  action={
                    onReset && (
                      <Button variant="default" onClick={onReset}>
                        {t('Reset filters')}
                      </Button>
                    )
                  }
                >
                  {t('Change the filters or reset them to see more.')}
                </EmptyState>
              </Box>
            }
          >
            {() => (
              <DataTable
                wide={wide}
                caption={title}
                columns={columns}
                rows={rows}
                rowKey={idOf}
                count={count}
                forAll={forAll}
                sort={sort}
                onSort={onSort}
                parts={{
                  total: report.hasNextPage ? (data?.pages.at(-1)?.total ?? 0) : rows.length,
                  read: () => void report.fetchNextPage(),
                  reading: report.isFetchingNextPage,
                  failed: report.isFetchNextPageError,
                }}
              />
            )}
          </Loaded>
        </div>
      </Stack>
    </Screen>
  );
}

// A stable function, so that existing rows do not re-render.
const idOf = (row: { _id: string }) => row._id;

interface ReportPage<Row> {
  rows: Row[];
  total: number;
}

function reportQuery<In extends ListPart, Row>(call: Wire<In, Row[]>, filter: Omit<In, keyof ListPart>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(call, filter), 'in parts'],
    queryFn: ({ pageParam, signal }): Promise<ReportPage<Row>> =>
      callWithTotal(
        call,
        { ...filter, limit: pageParam === 0 ? FIRST_PART : PART_MAX, offset: pageParam } as In,
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: ReportPage<Row>, parts: ReportPage<Row>[]) => {
      const read = parts.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && read < last.total ? read : undefined;
    },
  });
}
