import { IconArrowBackUp, IconCalendarEvent, IconMail, type IconProps, IconStar } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { hasEnded } from '@waypost/contract/projects/rules';
import type { Role } from '@waypost/contract/roles';
import type { BusinessStatus, ApplicationStatus as Status } from '@waypost/contract/statuses';
import { wireName } from '@waypost/contract/wire-names';
import type { ComponentType } from 'react';
import { statusWords } from '../projects/project-status.ts';
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx';

const tones: Record<Status, StatusTone> = {
  New: 'waiting',
  'Interview Scheduled': 'waiting',
  Offered: 'waiting',
  Accepted: 'good',
  Declined: 'bad',
  Rescinded: 'plain',
};

/** What the reader has to answer: an offer for the student, a new application for the business. */
const waitsFor: Partial<Record<Role, Status>> = { Student: 'Offered', Business: 'New' };

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
  viewer: Role;
}

/**
 * An application's status, and how its placement ended, in a warm color if it needs something from the
 * reader.
 */
export function ApplicationStatus({ status, placement, viewer }: ApplicationStatusProps) {
  if (placement && hasEnded({ business_status: placement })) {
    const { word, tone } = statusWords[placement];
    return <StatusBadge tone={tone}>{`${wireName(status)}, ${t(word).toLowerCase()}`}</StatusBadge>;
  }
  const icon = icons[status];
  return (
    <StatusBadge tone={waitsFor[viewer] === status ? 'attention' : tones[status]} {...(icon ? { icon } : {})}>
      {wireName(status)}
    </StatusBadge>
  );
}
