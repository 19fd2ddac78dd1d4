import { IconCircle, IconCircleCheck, IconCircleFilled } from '@tabler/icons-react';
import type { ItemStatus } from '@waypost/contract/placements/projects/rules';
import type { StatusTone } from '../../ui/StatusBadge.tsx';

/**
 * The icons of an item (docs/behavior/projects.md#items): a filled circle is waiting for the administrator, a check
 * is approved.
 */
export const itemSigns: Record<ItemStatus, { tone: StatusTone; icon: typeof IconCircle }> = {
  0: { tone: 'plain', icon: IconCircle },
  1: { tone: 'attention', icon: IconCircleFilled },
  2: { tone: 'good', icon: IconCircleCheck },
};
