import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { useState } from 'react';
import { isFailure } from '../../client/failure.ts';
import { notify, showUhOh } from '../../client/notices.ts';
import { refresh } from '../../client/queries.ts';
import type { EditableList, Entry } from './editable-list.ts';

/**
 * A list's order while the user changes it. Entries added in the meantime are appended, and deleted ones left out.
 */
export function useOrder<E extends Entry>(list: EditableList<E>, existing: readonly E[] = []) {
  const queries = useQueryClient();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const save = useMutation({
    mutationFn: (entries: readonly E[]) =>
      list.reorder(entries.map(({ _id }, index) => ({ _id, ordinal: index + 1 }))),
    onMutate: () => existing,
    onSuccess: async (_reply, _entries, before) => {
      await refresh(queries, ...list.reads);
      setIds(null);
      notify.success(t('Reorder Successful.'), t('Success'), () => save.mutate(before));
    },
    meta: { quiet: true },
    onError: (error) => {
      showUhOh(error);
      // Someone else changed the list, so this order is outdated: refetch.
      if (!isFailure(error, 'conflict')) return;
      setIds(null);
      void refresh(queries, ...list.reads);
    },
  });

  const placed = ids?.flatMap((id) => existing.filter(({ _id }) => _id === id)) ?? [];
  const entries = ids ? [...placed, ...existing.filter(({ _id }) => !ids.includes(_id))] : existing;
  return {
    entries,
    isChanged: entries.some((entry, index) => entry._id !== existing[index]?._id),
    change: (changed: readonly E[]) => setIds(changed.map(({ _id }) => _id)),
    undo: () => setIds(null),
    save: () => save.mutate(entries),
    isSaving: save.isPending,
  };
}
