import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayUses } from '@waypost/contract/lists/rules';
import { notify } from '../client/notices.ts';
import { refresh } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Entry, KeptList } from './kept-list.ts';

interface DeleteEntryProps<E extends Entry> {
  list: KeptList<E>;
  /** What is to be deleted; the dialog is open while there is one. */
  entry: E | null;
  onClose: () => void;
  onDeleted: (entry: E) => void;
}

/**
 * "Are you sure?" An entry that is in use stays, and the dialog says where it is used
 * (docs/behavior/lists.md#entries).
 */
export function DeleteEntry<E extends Entry>({ list, entry, onClose, onDeleted }: DeleteEntryProps<E>) {
  const { one, deleted } = list.words;
  const queries = useQueryClient();
  const remove = useMutation({ mutationFn: list.remove, meta: { quiet: true } });
  const kind = one.endsWith('question') ? 'question' : one;

  async function act(going: E): Promise<void> {
    const { message, uses } = await remove.mutateAsync(going._id);
    if (message === 'in use')
      throw new Error(`This ${kind} is in use by ${sayUses(uses ?? [])}, so it stays on the list.`);
    if (message !== 'success') throw new Error('Something went wrong');
    await refresh(queries, ...list.reads);
    notify.success(deleted, 'Success');
    onDeleted(going);
  }

  return (
    <ConfirmDialog
      opened={entry !== null}
      onClose={onClose}
      onConfirm={() => (entry ? act(entry) : undefined)}
      confirm={`Delete the ${kind}`}
      destroys
    >
      {entry && `You are going to delete this ${kind}: “${list.nameOf(entry)}”`}
    </ConfirmDialog>
  );
}
