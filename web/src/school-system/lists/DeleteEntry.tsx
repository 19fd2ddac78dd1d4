import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { describeUses } from '@waypost/contract/school-system/lists/rules';
import { notify } from '../../client/notices.ts';
import { refresh } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { EditableList, Entry } from './editable-list.ts';

interface DeleteEntryProps<E extends Entry> {
  list: EditableList<E>;
  /** The entry to delete; undefined while the dialog is closed. */
  entry: E | null;
  onClose: () => void;
  onDeleted: (entry: E) => void;
}

/**
 * "Are you sure?" An entry in use is kept, and the dialog says where it is used
 * (docs/behavior/lists.md#entries).
 */
export function DeleteEntry<E extends Entry>({ list, entry, onClose, onDeleted }: DeleteEntryProps<E>) {
  const { remove: label, removing, inUse, deleted } = list.words;
  const queries = useQueryClient();
  const remove = useMutation({ mutationFn: list.remove, meta: { quiet: true } });

  async function act(going: E): Promise<void> {
    const { message, uses } = await remove.mutateAsync(going._id);
    if (message === 'in use') throw new Error(t(inUse, { uses: describeUses(uses ?? []) }));
    if (message !== 'success') throw new Error(t('Something went wrong'));
    await refresh(queries, ...list.reads);
    notify.success(t(deleted), t('Success'));
    onDeleted(going);
  }

  return (
    <ConfirmDialog
      opened={entry !== null}
      onClose={onClose}
      onConfirm={() => (entry ? act(entry) : undefined)}
      confirm={t(label)}
      destroys
    >
      {entry && t(removing, { entry: list.nameOf(entry) })}
    </ConfirmDialog>
  );
}
