import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  /** The progress of the form or review, in a few words. */
  status: string;
  /** The buttons that finish it. */
  children: ReactNode;
}

/** A sticky bar that keeps the buttons of a long screen visible. */
export function SaveBar({ status, children }: SaveBarProps) {
  return (
    <div className={classes.bar} data-save-bar>
      <Text size="sm" c="dimmed" role="status" className={classes.status}>
        {status}
      </Text>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
