import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type Retention, retentionCalls } from '@waypost/contract/oversight/retention/calls';
import { retentionChoices, SUGGESTED_YEARS } from '@waypost/contract/oversight/retention/rules';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh } from '../../client/queries.ts';
import { useAddress } from '../../client/search-params.ts';
import { retentionState } from '../../school-system/settings/retention-words.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { Screen } from '../../ui/Screen.tsx';
import { ReportScreen } from '../reports/ReportScreen.tsx';
import { formerStudentColumns, formerStudentCsv } from './former-student-columns.tsx';
import { RetentionDialog } from './RetentionDialog.tsx';

const { getRetention, filterLeftStudents } = retentionCalls;

const read = (search: Record<string, unknown>): { years?: number | undefined } => ({
  years: retentionChoices.find((years) => years === search.years),
});

const words = () => ({
  title: t('Retention of records'),
  lead: t(
    'How long to keep the records of students who have left school. Students count as having left once their graduation year is over and their account is inactive. The list also has accounts that never finished signing up or were never approved.',
  ),
});

/** Sets how long records of former students are kept, and lists who is deleted when (docs/behavior/retention.md). */
export default function RetentionScreen() {
  const query = useQuery(callQuery(getRetention, {}));
  return query.data ? (
    <Found retention={query.data} />
  ) : (
    <Screen {...words()} width="wide">
      <Loaded query={query}>{() => null}</Loaded>
    </Screen>
  );
}

function Found({ retention }: { retention: Retention }) {
  const queries = useQueryClient();
  const [search, choose] = useAddress(read);
  const [saving, setSaving] = useState<{ years: number | null } | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const isSaved = useRef(false);
  // Saving may remove the pressed button, so move the focus to the select.
  useEffect(() => {
    if (saving !== null || !isSaved.current) return;
    isSaved.current = false;
    select.current?.focus();
  }, [saving]);
  const years = search.years ?? retention.years ?? SUGGESTED_YEARS;
  const saved = async ({ years: now }: Retention) => {
    isSaved.current = true;
    await refresh(queries, getRetention, filterLeftStudents);
    notify.success(
      now === null
        ? t('No record is deleted automatically.')
        : t('Records are deleted {years} years after a student leaves school.', { years: now }),
      t('Retention saved'),
    );
  };
  return (
    <>
      <ReportScreen
        {...words()}
        call={filterLeftStudents}
        filter={{ years }}
        filters={
          <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
            <Stack>
              <Text role="status">{retentionState(retention)}</Text>
              <Group align="flex-end">
                <NativeSelect
                  ref={select}
                  label={t('After a student leaves, keep records for')}
                  value={`${years}`}
                  onChange={({ currentTarget: { value } }) =>
                    choose({ years: retentionChoices.find((one) => `${one}` === value) })
                  }
                  data={[...new Set([...retentionChoices, years])]
                    .sort((a, b) => a - b)
                    .map((one) => ({ value: `${one}`, label: t('{years} years', { years: one }) }))}
                />
                {years !== retention.years && (
                  <Button onClick={() => setSaving({ years })}>
                    {t('Delete after {years} years', { years })}
                  </Button>
                )}
                {retention.years !== null && (
                  <Button variant="default" onClick={() => setSaving({ years: null })}>
                    {t('Turn off')}
                  </Button>
                )}
              </Group>
              {years !== retention.years && (
                <Text size="sm" c="dimmed">
                  {t('The list is a preview. Nothing is deleted until you confirm.')}
                </Text>
              )}
            </Stack>
          </Paper>
        }
        columns={formerStudentColumns}
        count={(n) =>
          t('{n2, plural, one {{n} student} other {{n} students}}', {
            n: showNumber(n),
            n2: n,
          })
        }
        empty={t('No students have left')}
        sort={{ key: 'deletes', descending: false }}
        onSort={() => undefined}
        csv={{ name: 'retention', columns: formerStudentCsv }}
      />
      <RetentionDialog saving={saving} onClose={() => setSaving(null)} onSaved={saved} />
    </>
  );
}
