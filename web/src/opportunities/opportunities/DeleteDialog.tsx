import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type OpportunityRow, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { T } from '../../ui/T.tsx';

interface DeleteDialogProps {
  /** The opportunity to delete; null while the dialog is closed. */
  row: OpportunityRow | null;
  onClose: () => void;
}

/** Asks before deleting an opportunity, and says so if somebody has applied meanwhile. */
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
    if (message === 'fail') throw new Error(t('Someone just applied, so it wasn’t deleted.'));
    await read;
    notify.success(t('Opportunity successfully deleted.'), t('Success'));
  }

  return (
    <ConfirmDialog
      opened={row !== null}
      onClose={onClose}
      onConfirm={deleteIt}
      confirm={t('Delete')}
      destroys
    >
      <T
        m="You are going to delete <b/>. Students will no longer find it."
        b={<strong>{row?.opportunity_title}</strong>}
      />
    </ConfirmDialog>
  );
}
