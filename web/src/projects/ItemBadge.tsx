import { type ItemStatus, takesWork } from '@waypost/contract/projects/rules';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { itemWords } from './project-status.ts';

interface ItemBadgeProps {
  status: ItemStatus | null;
  project: { business_status: string };
}

/** How far one item of a placement is; nothing for whom it is not to see. */
export function ItemBadge({ status, project }: ItemBadgeProps) {
  if (status === null) return null;
  // Nobody has to do any more what can no longer be done.
  if (status === 0 && !takesWork(project)) return <StatusBadge tone="plain">Not handed in</StatusBadge>;
  const { word, tone } = itemWords[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
