import { t } from '@waypost/contract/i18n';
import type { ItemStatus } from '@waypost/contract/projects/rules';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { itemWords } from './project-status.ts';

interface ItemBadgeProps {
  status: ItemStatus | null;
}

/** How far one item of a placement is; nothing for whom it is not to see. */
export function ItemBadge({ status }: ItemBadgeProps) {
  if (status === null) return null;
  const { word, tone } = itemWords[status];
  return <StatusBadge tone={tone}>{t(word)}</StatusBadge>;
}
