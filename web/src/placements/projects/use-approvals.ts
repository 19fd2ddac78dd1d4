import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { ApprovalType, ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { signOffCalls } from '@waypost/contract/placements/sign-off/calls';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { nextApprove } from '../../ui/focus-next.ts';
import { contentTitles, type ReportItem } from './report-items.ts';
import { useKeepProject } from './use-project.ts';

/** Approves and re-opens items; each reply is the updated placement. */
export function useApprovals(project_id: string) {
  const keep = useKeepProject();
  const queries = useQueryClient();
  // A refusal means that somebody else changed it meanwhile, so refetch.
  const shared = { onSuccess: keep, onError: () => refresh(queries, projectCalls.loadStudentProject) };
  const approving = useCall(projectCalls.setAdminApproval, shared);
  // For a quiet call, the dialog shows the error.
  const approvingWithReason = useCall(projectCalls.setAdminApproval, { ...shared, quiet: true });
  const approvingAll = useCall(projectCalls.approveItems, shared);
  const approvingAllWithReason = useCall(projectCalls.approveItems, { ...shared, quiet: true });
  const opening = useCall(projectCalls.reopenItem, { ...shared, quiet: true });
  const sendingBack = useCall(projectCalls.sendBackItem, { ...shared, quiet: true });
  const of = (asked: typeof approving | typeof opening) =>
    asked.isPending ? (asked.variables?.approval_type ?? null) : null;
  const undoing = useCall(projectCalls.reopenItem, {
    ...shared,
    onSettled: () => refresh(queries, signOffCalls.getSignOffs),
  });
  /** Re-opens items one after another, because each reply is the whole placement. */
  const undo = (items: readonly ApprovalType[]) => async () => {
    for (const approval_type of items)
      await undoing.mutateAsync({ project_id, approval_type }).catch(() => undefined);
  };
  const confirmApproval = (item: ApprovalType) =>
    notify.success(
      t('{contentTitles} approved.', { contentTitles: t(contentTitles[item]) }),
      t('Approved'),
      undo([item]),
    );
  return {
    undo,
    underway: of(approving) ?? of(opening),
    approve: (approval_type: ApprovalType, pressed: Element) => {
      if (approving.isPending) return;
      const next = nextApprove(pressed);
      approving.mutate(
        { project_id, approval_type },
        {
          onSuccess: () => {
            confirmApproval(approval_type);
            next?.focus();
          },
        },
      );
    },
    approveWithReason: async (approval_type: ApprovalType, reason: string) => {
      await approvingWithReason.mutateAsync({ project_id, approval_type, reason });
      confirmApproval(approval_type);
    },
    isApprovingAll: approvingAll.isPending,
    approveAll: (approval_types: ApprovalType[], onDone: () => void) => {
      if (!approvingAll.isPending) approvingAll.mutate({ project_id, approval_types }, { onSuccess: onDone });
    },
    approveAllWithReason: (approval_types: ApprovalType[], reason: string) =>
      approvingAllWithReason.mutateAsync({ project_id, approval_types, reason }),
    sendBack: async (approval_type: ReturnableItem, reason: string) => {
      await sendingBack.mutateAsync({ project_id, approval_type, reason });
      notify.success(
        t('{contentTitles} sent back.', { contentTitles: t(contentTitles[approval_type]) }),
        t('Sent back'),
      );
    },
    reopen: async ({ item, title }: ReportItem) => {
      await opening.mutateAsync({ project_id, approval_type: item });
      notify.success(t('{title} is open again.', { title: t(title) }), t('Reopened'));
    },
  };
}
