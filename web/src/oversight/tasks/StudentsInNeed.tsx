import { t } from '@waypost/contract/i18n';
import type { Task, TaskPace, Tasks } from '@waypost/contract/oversight/tasks/calls';
import { explainPace, paceWords } from '../../placements/pace/pace-words.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './StudentsInNeed.module.css';

type InNeed = Task & { pace: TaskPace };
const isInNeed = (task: Task): task is InNeed => task.pace !== null;

/** The students who need staff most, each with the reason (docs/behavior/tasks.md#strip). */
export function StudentsInNeed({ tasks: { tasks, totals } }: { tasks: Tasks }) {
  const students = tasks.filter(isInNeed);
  if (students.length === 0) return <p className={classes.nothing}>{t('Every student is on pace.')}</p>;
  const behind = totals.find(({ kind }) => kind === 'behind')?.total ?? 0;
  const areMoreBehind = behind > students.filter(({ kind }) => kind === 'behind').length;
  return (
    <div className={classes.students}>
      <ul>
        {students.map(({ _id, names, title, pace }) => {
          const { tone, word } = paceWords[pace.pace];
          return (
            <li key={_id}>
              <span className={classes.badge}>
                <StatusBadge tone={tone}>{t(word)}</StatusBadge>
              </span>
              <TextLink to="/admin/project/$id" params={{ id: _id }} fw={600} className={classes.name}>
                {names[0]}
              </TextLink>
              <span className={classes.why}>{explainPace(figuresOf(pace))}</span>
              <span className={classes.title}>{title}</span>
            </li>
          );
        })}
      </ul>
      <LinkButton
        variant="subtle"
        size="compact-sm"
        to="/admin/internship_status_report"
        search={
          areMoreBehind ? { concern: 'behind', year: 'All' } : { sort: 'pace', down: true, year: 'All' }
        }
        className={classes.more}
      >
        {areMoreBehind
          ? t('See all {behind} students who are behind', { behind })
          : t('See all students by pace')}
      </LinkButton>
    </div>
  );
}

const figuresOf = (pace: TaskPace) => ({
  reason: pace.reason,
  logged: pace.logged_hours,
  expected: pace.expected_hours,
  minimum: pace.minimum_hours,
  start: pace.start,
  lastEntry: pace.last_entry,
  waitingSince: pace.waiting_since,
});
