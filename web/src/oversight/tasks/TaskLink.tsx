import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { useTasks } from '../../client/tasks-query.ts';
import classes from './TaskLink.module.css';
import { countAt } from './task-counts.ts';

interface TaskLinkProps {
  to: string;
  label: string;
  icon?: ReactNode;
  /** Whether the current screen is one of those that the entry covers. */
  isAround?: boolean;
  className: string | undefined;
}

/** Higher numbers are shown as 99+. */
const SHOWN = 99;

/** A navigation entry with its number of tasks in a corner, where it shifts nothing. */
export function TaskLink({ to, label, icon, isAround = false, className }: TaskLinkProps) {
  const count = countAt(to, useTasks().data);
  return (
    <Link
      to={to}
      className={className}
      {...(isAround && { 'aria-current': 'true' })}
      {...(count > 0 && { 'aria-label': t('{label}, {count} to do', { label, count }) })}
    >
      {icon}
      {label}
      {count > 0 && (
        <span className={classes.count} data-count={count > SHOWN ? `${SHOWN}+` : count} aria-hidden />
      )}
    </Link>
  );
}
