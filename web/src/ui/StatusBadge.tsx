import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import classes from './StatusBadge.module.css';

/** Only `attention` has a warm color: it marks what the current user has to do. */
export type StatusTone = 'attention' | 'waiting' | 'good' | 'bad' | 'plain';

interface StatusBadgeProps {
  tone: StatusTone;
  /** The status in a word or two. */
  children: string;
  /** Replaces the tone's default icon. */
  icon?: ComponentType<IconProps>;
}

const icons: Record<StatusTone, ComponentType<IconProps>> = {
  attention: IconAlertTriangle,
  waiting: IconClock,
  good: IconCircleCheck,
  bad: IconCircleX,
  plain: IconCircle,
};

/** A status shown by word, icon and color together. */
export function StatusBadge({ tone, children, icon }: StatusBadgeProps) {
  const Icon = icon ?? icons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {children}
    </span>
  );
}
