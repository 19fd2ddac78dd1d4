import { IconArrowBackUp, IconCalendarEvent, IconMail, type IconProps, IconStar } from '@tabler/icons-react';
import type { Role } from '@waypost/contract/accounts/rules';
import type { ApplicationStatus as Status } from '@waypost/contract/applications/rules';
import type { ComponentType } from 'react';
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx';

const tones: Record<Status, StatusTone> = {
  New: 'waiting',
  'Interview Scheduled': 'waiting',
  Offered: 'waiting',
  Accepted: 'good',
  Declined: 'bad',
  Rescinded: 'plain',
};

/** What waits for the one who looks: an offer for the student, a new application for the business. */
const waitsFor: Partial<Record<Role, Status>> = { Student: 'Offered', Business: 'New' };

const icons: Partial<Record<Status, ComponentType<IconProps>>> = {
  New: IconMail,
  'Interview Scheduled': IconCalendarEvent,
  Offered: IconStar,
  Rescinded: IconArrowBackUp,
};

/** How an application stands, by word, icon and colour; warm where it waits for the one who looks. */
export function ApplicationStatus({ status, looker }: { status: Status; looker: Role }) {
  const icon = icons[status];
  return (
    <StatusBadge tone={waitsFor[looker] === status ? 'attention' : tones[status]} {...(icon ? { icon } : {})}>
      {status}
    </StatusBadge>
  );
}
