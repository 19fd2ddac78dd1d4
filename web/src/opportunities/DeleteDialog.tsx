import { useQueryClient } from '@tanstack/react-query';
import { type OpportunityRow, opportunityCalls } from '@waypost/contract/opportunities/calls';
import { notify } from '../client/notices.ts';
import { refresh, useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface DeleteDialogProps {
  /** What is to go; null while nothing is. */
  row: OpportunityRow | null;
  onClose: () => void;
}

/** Asks before an opportunity goes, and says so where somebody has applied meanwhile. */
export function DeleteDialog({ row, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const remove = useCall(opportunityCalls.deleteOpportunity);

  async function deleteIt(): Promise<void> {
    if (!row) return;
    const { message } = await remove.mutateAsync({ id: row._id });
    const read = refresh(
      queries,
      opportunityCalls.getOpportunities,
      opportunityCalls.getBusinessInternshipStats,
    );
    if (message === 'fail') throw new Error('Someone just applied, so it wasn’t deleted.');
    await read;
    notify.success('Opportunity successfully deleted.', 'Success');
  }

  return (
    <ConfirmDialog opened={row !== null} onClose={onClose} onConfirm={deleteIt} confirm="Delete" destroys>
      You are going to delete <strong>{row?.opportunity_title}</strong>. Students will no longer find it.
    </ConfirmDialog>
  );
}
