import { Button, Group } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { notify } from '../../client/notices.ts';
import { refresh } from '../../client/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { EditableList, Entry } from './editable-list.ts';

interface EmptyListProps<E extends Entry> {
  list: EditableList<E>;
  asDefaults: boolean;
  onAdd: () => void;
}

/** An empty list, with two ways to fill it (docs/behavior/lists.md#defaults). */
export function EmptyList<E extends Entry>({ list, asDefaults, onAdd }: EmptyListProps<E>) {
  const { none, addFirst, startWithDefaults, loaded } = list.words;
  const queries = useQueryClient();
  const load = useMutation({
    mutationFn: async () => list.loadDefaults?.(),
    onSuccess: () => notify.success(t(loaded ?? ''), t('Success')),
    onSettled: () => refresh(queries, ...list.reads),
  });
  if (asDefaults && list.defaultWords)
    return (
      <EmptyState title={t(none)} icon={<IconListDetails />}>
        {t(list.defaultWords.addFirst)}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t(none)}
      icon={<IconListDetails />}
      action={
        <Group justify="center">
          <Button onClick={onAdd}>{t(addFirst)}</Button>
          {startWithDefaults && (
            <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
              {t(startWithDefaults)}
            </Button>
          )}
        </Group>
      }
    >
      {startWithDefaults && t('Begin with your own, or with the defaults and change them to what you need.')}
    </EmptyState>
  );
}
