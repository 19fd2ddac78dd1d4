import { Button, Group } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../client/notices.ts';
import { refresh } from '../client/queries.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { Entry, KeptList } from './kept-list.ts';

interface EmptyListProps<E extends Entry> {
  list: KeptList<E>;
  asDefaults: boolean;
  onAdd: () => void;
}

/** A list without entries, and the two ways to start it (docs/behavior/lists.md#defaults). */
export function EmptyList<E extends Entry>({ list, asDefaults, onAdd }: EmptyListProps<E>) {
  const { many, addFirst, startWithDefaults, loaded } = list.words;
  const queries = useQueryClient();
  const load = useMutation({
    mutationFn: async () => list.loadDefaults?.(),
    onSuccess: () => notify.success(loaded ?? '', 'Success'),
    onSettled: () => refresh(queries, ...list.reads),
  });
  const plain = many.endsWith('questions') ? 'questions' : many;
  if (asDefaults)
    return (
      <EmptyState title={`No ${many} yet`} icon={<IconListDetails />}>
        {`Please add default ${plain} with the plus icon above`}
      </EmptyState>
    );
  return (
    <EmptyState
      title={`No ${many} yet`}
      icon={<IconListDetails />}
      action={
        <Group justify="center">
          <Button onClick={onAdd}>{addFirst}</Button>
          {startWithDefaults && (
            <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
              {startWithDefaults}
            </Button>
          )}
        </Group>
      }
    >
      {startWithDefaults && 'Begin with your own, or with the defaults and change them to what you need.'}
    </EmptyState>
  );
}
