import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  /** The form's progress in a few words. */
  status: string;
  /** The Save button, and others next to it. */
  children: ReactNode;
}

/** A sticky bar that keeps a long form's Save button visible. */
export function SaveBar({ status, children }: SaveBarProps) {
  return (
    <div className={classes.bar}>
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
