import { Text } from '@mantine/core';
import { IconBan, IconFileOff, IconMailQuestion, IconPencil } from '@tabler/icons-react';
import type { ListedUser } from '@waypost/contract/people/calls';
import type { ApprovalStanding } from '@waypost/contract/people/rules';
import { showMoment } from '../ui/dates.ts';
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx';
import { standingOf } from './people-filter.ts';

const words: Record<ApprovalStanding, { tone: StatusTone; word: string; icon?: typeof IconBan }> = {
  approved: { tone: 'good', word: 'Approved' },
  waiting: { tone: 'attention', word: 'Waits for approval' },
  'no-agreement': { tone: 'plain', word: 'Agreement missing', icon: IconFileOff },
  unconfirmed: { tone: 'plain', word: 'Email not confirmed', icon: IconMailQuestion },
  unfinished: { tone: 'plain', word: 'Profile unfinished', icon: IconPencil },
  deactivated: { tone: 'bad', word: 'De-Activated', icon: IconBan },
};

/** The same in words alone. */
export const standingWord = (row: ListedUser) => words[standingOf(row)].word;

/** Where an account stands on its way to approval; of those on the way, since when. */
export function StandingBadge({ row }: { row: ListedUser }) {
  const standing = standingOf(row);
  const { tone, word, icon } = words[standing];
  const isOnItsWay = standing !== 'approved' && standing !== 'deactivated';
  return (
    <div>
      <StatusBadge tone={tone} {...(icon ? { icon } : {})}>
        {word}
      </StatusBadge>
      {isOnItsWay && (
        <Text size="xs" c="dimmed" mt={2}>
          Signed up {showMoment(row.createdAt)}
        </Text>
      )}
    </div>
  );
}
