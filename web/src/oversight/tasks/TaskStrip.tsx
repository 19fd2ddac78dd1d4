import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { Tasks } from '@waypost/contract/oversight/tasks/calls';
import { type ReactNode, useState } from 'react';
import { dateOf } from '../../ui/dates.ts';
import classes from './TaskStrip.module.css';
import { isForStrip, shownTask } from './task-words.ts';

interface TaskStripProps {
  /** The user's tasks; undefined if they could not be loaded. */
  tasks: Tasks | undefined;
  /** A suggestion for when there is nothing to do; without one, nothing shows. */
  nothing?: ReactNode;
  /** The number shown before the rest is expanded. If it is several, one more is shown instead of the button. */
  first?: number;
}

/**
 * The user's tasks above the list on their start screen, the most urgent first
 * (docs/behavior/tasks.md#strip).
 */
export function TaskStrip({ tasks, nothing, first = 3 }: TaskStripProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!tasks) return null;
  const all = tasks.tasks.filter(isForStrip);
  if (all.length === 0)
    return (
      nothing && (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden />
          <strong>{t('You’re all caught up.')}</strong> {nothing}
        </p>
      )
    );
  const today = dateOf(new Date());
  const hidesSome = all.length > (first > 1 ? first + 1 : first);
  const shown = isWhole || !hidesSome ? all : all.slice(0, first);
  return (
    <section className={classes.strip} aria-label={t('To do')}>
      <ul>
        {shown.map((task) => {
          const { sentence, date, isOverdue, button, link } = shownTask(task, today);
          return (
            <li key={`${task.kind} ${task._id}`} data-overdue={isOverdue || undefined}>
              <span className={classes.words}>
                <span className={classes.sentence}>{sentence}</span>{' '}
                {date && (
                  <span className={classes.date}>
                    {isOverdue && <IconAlertTriangle size={14} aria-hidden />}
                    {date}
                  </span>
                )}
              </span>
              <Link {...link} className={classes.way} aria-label={`${button}: ${sentence}`}>
                {button}
                <IconArrowRight size={16} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ul>
      {hidesSome && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('Show {count} more', { count: all.length - first })}
        </Button>
      )}
    </section>
  );
}
