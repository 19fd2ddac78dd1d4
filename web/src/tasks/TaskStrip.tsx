import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { Tasks } from '@waypost/contract/tasks/calls';
import { type ReactNode, useState } from 'react';
import { dateOf } from '../ui/dates.ts';
import classes from './TaskStrip.module.css';
import { isForStrip, shownTask } from './task-words.ts';

interface TaskStripProps {
  /** What is known of one's tasks; undefined where they could not be read. */
  tasks: Tasks | undefined;
  /** The next best thing where nothing is to be done; without it, nothing shows. */
  nothing?: ReactNode;
}

/** Shown before somebody asks for the rest. */
const FIRST = 3;

/** What somebody has to do, above the list that they land on: the most urgent first (docs/behavior/tasks.md#strip). */
export function TaskStrip({ tasks, nothing }: TaskStripProps) {
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
  const shown = isWhole ? all : all.slice(0, FIRST);
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
      {all.length > FIRST && (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.more}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('Show all {count}', { count: all.length })}
        </Button>
      )}
    </section>
  );
}
