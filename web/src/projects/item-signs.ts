import { IconCircle, IconCircleCheck, IconCircleFilled } from '@tabler/icons-react';
import type { ItemStatus } from '@waypost/contract/projects/rules';
import type { StatusTone } from '../ui/StatusBadge.tsx';

/** The documents' own signs: a filled circle waits for the administrator, a check has their approval. */
export const itemSigns: Record<ItemStatus, { tone: StatusTone; icon: typeof IconCircle }> = {
  0: { tone: 'plain', icon: IconCircle },
  1: { tone: 'attention', icon: IconCircleFilled },
  2: { tone: 'good', icon: IconCircleCheck },
};
