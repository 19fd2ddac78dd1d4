import type { BusinessStatus, ItemStatus } from '@waypost/contract/projects/rules';
import type { StatusTone } from '../ui/StatusBadge.tsx';

/** How each status of a placement is told, in a word and a tone. */
export const statusWords: Record<BusinessStatus, { word: string; tone: StatusTone }> = {
  open: { word: 'In progress', tone: 'waiting' },
  completed: { word: 'Completed', tone: 'good' },
  terminated: { word: 'Terminated', tone: 'bad' },
};

/** How each status of one of its items is told to its student. */
export const itemWords: Record<ItemStatus, { word: string; tone: StatusTone }> = {
  0: { word: 'To do', tone: 'plain' },
  1: { word: 'Awaiting approval', tone: 'waiting' },
  2: { word: 'Approved', tone: 'good' },
};

/** Hours with two decimals (docs/behavior/ui.md#formats). */
export const showHours = (hours: number) => hours.toFixed(2);
