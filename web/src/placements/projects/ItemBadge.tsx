import { t } from '@waypost/contract/i18n';
import type { ItemStatus } from '@waypost/contract/placements/projects/rules';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { itemWords } from './project-status.ts';

interface ItemBadgeProps {
  status: ItemStatus | null;
}

/** The status of an item of a placement; renders nothing for readers who may not see it. */
export function ItemBadge({ status }: ItemBadgeProps) {
  if (status === null) return null;
  const { word, tone } = itemWords[status];
  return <StatusBadge tone={tone}>{t(word)}</StatusBadge>;
}
