import { Button, Group, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { graduateCalls } from '@waypost/contract/oversight/graduates/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';

const students = (count: number) =>
  t('{count} {count2, plural, one {student} other {students}}', {
    count: showNumber(count),
    count2: count,
  });

/** Deactivate Users: withdraws the approval of all students who left school (docs/behavior/graduates.md). */
export function DeactivateGraduates() {
  const query = useQuery(callQuery(graduateCalls.countGraduatedStudents, {}));
  return <Loaded query={query}>{(counted) => <Action {...counted} />}</Loaded>;
}

function Action({ count, before }: { count: number; before: number }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const deactivate = useCall(graduateCalls.deactivateGraduatedStudents, { quiet: true });
  const last = before - 1;

  async function act(): Promise<void> {
    const done = await deactivate.mutateAsync({});
    notify.success(t('{count} deactivated', { count: students(done.count) }), t('Success'));
    await refresh(queries, graduateCalls.countGraduatedStudents, peopleCalls.filterUsers);
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="md">
        <Text flex="1 1 16rem">
          {count === 0
            ? t('No account from the class of {last} or earlier is still active.', { last })
            : t(
                '{count} from the class of {last} or earlier {count2, plural, one {is} other {are}} still active.',
                { count: students(count), last, count2: count },
              )}
        </Text>
        <Button variant="default" disabled={count === 0} onClick={() => setAsking(true)}>
          {t('Deactivate Users')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={act}
        confirm={t('Deactivate {count}', { count: students(count) })}
        destroys
      >
        {t(
          'You are going to deactivate {count} from the class of {last} or earlier. They’re logged out right away and can no longer apply or log hours. You can activate each account again in User Search.',
          { count: students(count), last },
        )}
      </ConfirmDialog>
    </Paper>
  );
}
