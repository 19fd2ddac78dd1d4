import { type Message, msg, t } from '@waypost/contract/i18n';
import type { ItemStatus } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { showMoment } from '../../ui/dates.ts';
import type { StatusTone } from '../../ui/StatusBadge.tsx';

/** The word and color of each status of a placement. */
export const statusWords: Record<BusinessStatus, { word: Message; tone: StatusTone }> = {
  open: { word: msg('In progress'), tone: 'waiting' },
  completed: { word: msg('Completed'), tone: 'good' },
  terminated: { word: msg('Terminated'), tone: 'bad' },
};

/** When a placement was completed or terminated; null while it is open, or if that was not recorded. */
export const whenEnded = ({ ended_at }: { ended_at: string | null }): string | null =>
  ended_at && t('Ended {date}', { date: showMoment(ended_at) });

/** The word of each status of an item, for the student. */
export const itemWords: Record<ItemStatus, { word: Message; tone: StatusTone }> = {
  0: { word: msg('To do'), tone: 'plain' },
  1: { word: msg('Awaiting approval'), tone: 'waiting' },
  2: { word: msg('Approved'), tone: 'good' },
};

/** Hours with two decimals (docs/behavior/ui.md#formats). */
export const showHours = (hours: number) => hours.toFixed(2);
