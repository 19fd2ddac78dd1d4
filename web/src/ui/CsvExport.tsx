import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';
import classes from './CsvExport.module.css';
import { type CsvColumn, saveCsv, toCsv } from './csv.ts';
import { showNumber } from './numbers.ts';
import { useAfter } from './use-after.ts';

interface ExportWay {
  /** Called with the number of rows read so far and in total. */
  onProgress: (read: number, total: number) => void;
  /** Aborts when the person cancels or leaves the screen. */
  signal: AbortSignal;
}

interface CsvExportProps<Row> {
  label?: string;
  /** The file name without `.csv`. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Reads every row of the list with its current filter, including rows that are not rendered. */
  read: (way: ExportWay) => Promise<readonly Row[]>;
  onSaved: (rows: number, file: string) => void;
  /** Called when the export fails, but not when it is canceled. */
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
 * The call must take `listPart` (contract/src/list-part.ts), which paginates it and makes the server record the export.
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
    // The button is disabled only after the next render, and a second press may come before it.
    if (underway.current) return;
    const controller = new AbortController();
    underway.current = controller;
    setProgress({ read: 0, total: null });
    try {
      const rows = await read({
        signal: controller.signal,
        onProgress: (read, total) => setProgress({ read, total }),
      });
      if (controller.signal.aborted) return;
      const file = `${name}.csv`;
      saveCsv(file, toCsv(columns, rows));
      onSaved(rows.length, file);
    } catch (error) {
      if (!controller.signal.aborted) onFailed(error);
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
  /** Null until the first part has loaded. */
  total: number | null;
}

/** Appears only if the export takes noticeably long. Overlays the screen, so nothing shifts. */
function Underway({ read, total, onCancel }: Reading & { onCancel: () => void }) {
  const late = useAfter(500);
  if (!late) return null;
  return (
    <Group gap="sm" wrap="nowrap" className={classes.underway}>
      <Stack gap={4} flex={1}>
        <Text size="sm" c="dimmed">
          {total === null
            ? t('Reading…')
            : t('{read} of {total} rows', { read: showNumber(read), total: showNumber(total) })}
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
