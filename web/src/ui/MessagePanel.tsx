import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './MessagePanel.module.css';

interface MessagePanelProps {
  icon: ComponentType<IconProps>;
  /** The screen's message. */
  text: string;
  /** A link or button to continue. */
  action?: ReactNode;
}

/** A whole screen with a single message. */
export function MessagePanel({ icon: Icon, text, action }: MessagePanelProps) {
  return (
    <div className={classes.panel}>
      <span className={classes.icon}>
        <Icon size={28} aria-hidden />
      </span>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}
