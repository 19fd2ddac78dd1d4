import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { currentLocale, t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';
import classes from './CsvExport.module.css';
import { type CsvColumn, saveCsv, toCsv } from './csv.ts';
import { useAfter } from './use-after.ts';

interface ExportWay {
  /** Told how many rows have been read, and how many there are. */
  onProgress: (read: number, total: number) => void;
  /** Aborts when the person cancels or leaves. */
  signal: AbortSignal;
}

interface CsvExportProps<Row> {
  label?: string;
  /** What the file is called, without `.csv`. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Brings every row of the list as it is filtered now, not only those that are drawn. */
  read: (way: ExportWay) => Promise<readonly Row[]>;
  onSaved: (rows: number, file: string) => void;
  /** The export failed; one that was cancelled did not. */
  onFailed: (error: unknown) => void;
}

/**
 * Saves a whole list as a file for a spreadsheet, with its progress and a way to cancel. In a screen:
 *
 * ```tsx
 * <CsvExport
 *   name="student_internship_status"
 *   columns={[['Student', (row) => row.name], …]}
 *   read={(way) => readAll(reportCalls.filterInternshipStatus, filter, way)}
 *   {...exportNotices}
 * />
 * ```
 *
 * The call takes `listPart` (contract/src/list-part.ts): that pages it, and has the server record the export.
 */
export function CsvExport<Row>({
  label = t('Export CSV'),
  name,
  columns,
  read,
  onSaved,
  onFailed,
}: CsvExportProps<Row>) {
  const underway = useRef<AbortController>(null);
  const [progress, setProgress] = useState<Reading | null>(null);
  useEffect(() => () => underway.current?.abort(), []);

  async function save(): Promise<void> {
    // The button is out of reach only after the next drawing; a second hit may come before it.
    if (underway.current) return;
    const way = new AbortController();
    underway.current = way;
    setProgress({ read: 0, total: null });
    try {
      const rows = await read({
        signal: way.signal,
        onProgress: (read, total) => setProgress({ read, total }),
      });
      if (way.signal.aborted) return;
      const file = `${name}.csv`;
      saveCsv(file, toCsv(columns, rows));
      onSaved(rows.length, file);
    } catch (error) {
      if (!way.signal.aborted) onFailed(error);
    } finally {
      underway.current = null;
      setProgress(null);
    }
  }

  return (
    <div className={classes.export}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={progress !== null}
        onClick={() => void save()}
      >
        {label}
      </Button>
      {progress && <Underway {...progress} onCancel={() => underway.current?.abort()} />}
    </div>
  );
}

interface Reading {
  read: number;
  /** Unknown until the first part has come. */
  total: number | null;
}

/** Shows only where it takes long enough for somebody to wonder, and over the screen, so that nothing moves. */
function Underway({ read, total, onCancel }: Reading & { onCancel: () => void }) {
  const late = useAfter(500);
  if (!late) return null;
  return (
    <Group gap="sm" wrap="nowrap" className={classes.underway}>
      <Stack gap={4} flex={1}>
        <Text size="sm" c="dimmed">
          {total === null
            ? t('Reading…')
            : t('{read} of {total} rows', { read: number(read), total: number(total) })}
        </Text>
        <Progress.Root size="lg">
          <Progress.Section value={total ? (100 * read) / total : 0} aria-label={t('Reading the list')} />
        </Progress.Root>
      </Stack>
      <Button variant="default" size="xs" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </Group>
  );
}

const number = (n: number) => n.toLocaleString(currentLocale());
