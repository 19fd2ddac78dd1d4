import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './MessagePanel.module.css';

interface MessagePanelProps {
  icon: ComponentType<IconProps>;
  /** The one thing that the screen says. */
  text: string;
  /** The way on. */
  action?: ReactNode;
}

/** The whole of a screen that says one thing. */
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
