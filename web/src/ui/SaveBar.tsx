import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  /** How far the form has come, in a few words. */
  status: string;
  /** The button that saves, and what may stand beside it. */
  children: ReactNode;
}

/** Keeps a long form's Save in sight, whichever part of it is being filled in. */
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
