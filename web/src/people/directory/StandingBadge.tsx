import { Text } from '@mantine/core';
import { IconBan, IconFileOff, IconMailQuestion, IconPencil } from '@tabler/icons-react';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { ListedUser } from '@waypost/contract/people/directory/calls';
import type { ApprovalStanding } from '@waypost/contract/people/directory/rules';
import { showMoment } from '../../ui/dates.ts';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import { standingOf } from './people-filter.ts';

const words: Record<ApprovalStanding, { tone: StatusTone; word: Message; icon?: typeof IconBan }> = {
  approved: { tone: 'good', word: msg('Approved') },
  waiting: { tone: 'attention', word: msg('Waiting for approval') },
  'no-agreement': { tone: 'plain', word: msg('Agreement missing'), icon: IconFileOff },
  unconfirmed: { tone: 'plain', word: msg('Email not confirmed'), icon: IconMailQuestion },
  unfinished: { tone: 'plain', word: msg('Profile unfinished'), icon: IconPencil },
  deactivated: { tone: 'bad', word: msg('De-Activated'), icon: IconBan },
};

/** The badge's label as plain text. */
export const standingLabel = (row: ListedUser) => t(words[standingOf(row)].word);

/** The state of an account's approval and, while it is pending, since when. */
export function StandingBadge({ row }: { row: ListedUser }) {
  const standing = standingOf(row);
  const { tone, word, icon } = words[standing];
  const isPending = standing !== 'approved' && standing !== 'deactivated';
  return (
    <div>
      <StatusBadge tone={tone} {...(icon ? { icon } : {})}>
        {t(word)}
      </StatusBadge>
      {isPending && (
        <Text size="xs" c="dimmed" mt={2}>
          {t('Signed up {date}', { date: showMoment(row.createdAt) })}
        </Text>
      )}
    </div>
  );
}
