import { queryOptions } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ListPart, PART_MAX } from '@waypost/contract/list-part';
import { showNumber } from '../ui/numbers.ts';
import { callWithTotal, type Wire } from './call.ts';
import { noticeFor, notify, show } from './notices.ts';
import { keyOf } from './queries.ts';

interface ReadingWay {
  /** Called with the number of rows read so far and in total. */
  onProgress?: (read: number, total: number) => void;
  signal: AbortSignal;
}

type PageRange = Pick<ListPart, 'limit' | 'offset'>;

/** Attempts for a list whose rows move while it is read. */
const READINGS = 3;

/**
 * Reads a whole list for an export in parts: all rows of the filter, each once. The server records the export
 * with its first part. Rejects like `call`, and if the list changes during every attempt.
 */
export function readAll<In extends ListPart, Row extends { _id: string }>(
  to: Wire<In, Row[]>,
  filter: Omit<In, keyof ListPart>,
  way: ReadingWay,
): Promise<Row[]> {
  return readSteady(
    to,
    (part, reading) => ({ ...filter, ...(reading === 0 && { exporting: true }), ...part }) as In,
    way,
  );
}

/** A whole list, for a screen whose rows rarely exceed one part: `useQuery(wholeQuery(call, filter))`. */
export function wholeQuery<In extends ListPart, Row extends { _id: string }>(
  to: Wire<In, Row[]>,
  filter: Omit<In, keyof ListPart>,
  { quiet = false, staleTime = 0 } = {},
) {
  return queryOptions({
    queryKey: [...keyOf(to, filter), 'whole'],
    queryFn: ({ signal }) => readSteady(to, (part) => ({ ...filter, ...part }) as In, { signal }),
    meta: { quiet },
    staleTime,
  });
}

async function readSteady<In, Row extends { _id: string }>(
  to: Wire<In, Row[]>,
  asFor: (part: PageRange, reading: number) => In,
  way: ReadingWay,
): Promise<Row[]> {
  for (let reading = 0; reading < READINGS; reading++) {
    const rows = await readOnce(to, (part) => asFor(part, reading), way);
    if (rows) return rows;
  }
  throw new Error(t('The list changed while it was being read. Try again in a moment.'));
}

/**
 * Returns null if rows moved between parts meanwhile. Each part starts with the last row of the previous one
 * to detect that.
 */
async function readOnce<In, Row extends { _id: string }>(
  to: Wire<In, Row[]>,
  asFor: (part: PageRange) => In,
  { onProgress, signal }: ReadingWay,
): Promise<Row[] | null> {
  const { rows, total } = await callWithTotal(to, asFor({ limit: PART_MAX, offset: 0 }), { signal });
  onProgress?.(rows.length, total);
  while (rows.length < total) {
    const offset = rows.length - 1;
    const part = await callWithTotal(to, asFor({ limit: PART_MAX, offset }), { signal });
    const [first, ...others] = part.rows;
    if (part.total !== total || first?._id !== rows.at(-1)?._id || others.length === 0) return null;
    rows.push(...others);
    onProgress?.(rows.length, total);
  }
  return rows;
}

/** The notices at the end of an export. The screen does not change. */
export const exportNotices = {
  onSaved: (rows: number, file: string) =>
    notify.success(
      t('{rows} {rows2, plural, one {row} other {rows}} saved as {file}.', {
        rows: showNumber(rows),
        rows2: rows,
        file,
      }),
      t('Export complete'),
    ),
  onFailed: (error: unknown) => {
    const notice = noticeFor(error);
    if (notice) show(notice);
  },
};
