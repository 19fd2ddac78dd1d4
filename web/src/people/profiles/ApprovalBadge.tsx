import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Whether the account is approved, for readers who may know. */
export function ApprovalBadge({ user }: { user: SeenUser }) {
  if (typeof user.approved !== 'boolean') return null;
  return (
    <div>
      {user.approved ? (
        <StatusBadge tone="good">{t('Approved')}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{t('Not approved')}</StatusBadge>
      )}
    </div>
  );
}
