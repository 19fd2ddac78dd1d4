import type { BusinessStatus } from '@waypost/contract/projects/rules';
import type { StatusTone } from '../ui/StatusBadge.tsx';

/** How each status of a placement is told, in a word and a tone. */
export const statusWords: Record<BusinessStatus, { word: string; tone: StatusTone }> = {
  open: { word: 'In progress', tone: 'waiting' },
  completed: { word: 'Completed', tone: 'good' },
  terminated: { word: 'Terminated', tone: 'bad' },
};

/** Hours as the documents show them: two decimals. */
export const showHours = (hours: number) => hours.toFixed(2);
