import type { ReplyOf } from '@waypost/contract/call';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { statisticsLabels } from '@waypost/contract/opportunities/opportunities/rules';

type Label = (typeof statisticsLabels)[number];
type Statistics = ReplyOf<typeof opportunityCalls.getBusinessInternshipStats>;

/** In pixels. */
export const PIE_SIZE = 104;

export interface Slice {
  label: string;
  value: number;
  colour: string;
}

/**
 * Each has a contrast of 3:1 with the background in both schemes; the warm color marks what is waiting for
 * the business.
 */
const colours: Record<Label, string> = {
  'Open positions': 'light-dark(#345fa8, #8fadde)',
  'Pending applicants': 'light-dark(#b96c08, #f2a33a)',
  Accepted: 'light-dark(#1a7f4b, #63c991)',
  Completed: 'light-dark(#0f6f7c, #5fc4d2)',
  Terminated: 'light-dark(#7a5568, #c99bb2)',
};

const labels: Record<Label, Message> = {
  'Open positions': msg('Open positions'),
  'Pending applicants': msg('Pending applicants'),
  Accepted: msg('{of, select, other {Accepted}}'),
  Completed: msg('{of, select, other {Completed}}'),
  Terminated: msg('{of, select, other {Terminated}}'),
};

export function slicesOf(statistics: Statistics): Slice[] {
  return statistics.map(({ label, value }) => ({
    label: t(labels[label], { of: 'several' }),
    value,
    colour: colours[label],
  }));
}
