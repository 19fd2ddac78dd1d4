import { Button, Group, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { graduateCalls } from '@waypost/contract/graduates/calls';
import { peopleCalls } from '@waypost/contract/people/calls';
import { useState } from 'react';
import { notify } from '../client/notices.ts';
import { callQuery, refresh, useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Loaded } from '../ui/Loaded.tsx';

const students = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'student' : 'students'}`;

/** Deactivate Users: students who left school lose their approval together (docs/behavior/graduates.md). */
export function DeactivateGraduates() {
  const asked = useQuery(callQuery(graduateCalls.countGraduatedStudents, {}));
  return <Loaded asked={asked}>{(counted) => <Action {...counted} />}</Loaded>;
}

function Action({ count, before }: { count: number; before: number }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const deactivate = useCall(graduateCalls.deactivateGraduatedStudents, { quiet: true });
  const last = before - 1;

  async function act(): Promise<void> {
    const done = await deactivate.mutateAsync({});
    notify.success(`${students(done.count)} De-Activated`, 'Success');
    await refresh(queries, graduateCalls.countGraduatedStudents, peopleCalls.filterUsers);
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="md">
        <Text flex="1 1 16rem">
          {count === 0
            ? `No account from the class of ${last} or earlier is still active.`
            : `${students(count)} from the class of ${last} or earlier ${count === 1 ? 'is' : 'are'} still active.`}
        </Text>
        <Button variant="default" disabled={count === 0} onClick={() => setAsking(true)}>
          Deactivate Users
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={act}
        confirm={`Deactivate ${students(count)}`}
        destroys
      >
        {`You are going to deactivate ${students(count)} from the class of ${last} or earlier. They’re logged out right away and can no longer apply or log hours. Each can be activated again in User Search.`}
      </ConfirmDialog>
    </Paper>
  );
}
