import { IconArrowBackUp, IconCalendarEvent, IconMail, type IconProps, IconStar } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Interview } from '@waypost/contract/placements/applications/calls';
import { hasEnded } from '@waypost/contract/placements/projects/rules';
import type { Role } from '@waypost/contract/roles';
import type { BusinessStatus, ApplicationStatus as Status } from '@waypost/contract/statuses';
import { wireName } from '@waypost/contract/wire-names';
import type { ComponentType } from 'react';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import { statusWords } from '../projects/project-status.ts';
import { isProposing } from './interview-proposal.ts';

const tones: Record<Status, StatusTone> = {
  New: 'waiting',
  'Interview Scheduled': 'waiting',
  Offered: 'waiting',
  Accepted: 'good',
  Declined: 'bad',
  Rescinded: 'plain',
};

/**
 * Whether the reader has to answer: the student an offer, the business a new application or another time for
 * the interview.
 */
function waitsFor(viewer: Role, status: Status, interview: Interview | null): boolean {
  if (viewer === 'Student') return status === 'Offered';
  if (viewer !== 'Business') return false;
  return status === 'New' || isProposing({ status, interview });
}

const icons: Partial<Record<Status, ComponentType<IconProps>>> = {
  New: IconMail,
  'Interview Scheduled': IconCalendarEvent,
  Offered: IconStar,
  Rescinded: IconArrowBackUp,
};

interface ApplicationStatusProps {
  status: Status;
  /** The status of its placement; null without one. */
  placement: BusinessStatus | null;
  interview: Interview | null;
  viewer: Role;
}

/**
 * An application's status, and how its placement ended, in a warm color if it needs something from the
 * reader.
 */
export function ApplicationStatus({ status, placement, interview, viewer }: ApplicationStatusProps) {
  if (placement && hasEnded({ business_status: placement })) {
    const { word, tone } = statusWords[placement];
    return <StatusBadge tone={tone}>{`${wireName(status)}, ${t(word).toLowerCase()}`}</StatusBadge>;
  }
  const icon = icons[status];
  return (
    <StatusBadge
      tone={waitsFor(viewer, status, interview) ? 'attention' : tones[status]}
      {...(icon ? { icon } : {})}
    >
      {wireName(status)}
    </StatusBadge>
  );
}
