import { t } from '@waypost/contract/i18n';
import { showNumber } from '../../ui/numbers.ts';
import classes from './Seats.module.css';

/** The number of a school system's seats in use, as text and a bar, in a warm color once few are left. */
export function Seats({ users, max }: { users: number; max: number }) {
  const share = max > 0 ? Math.min(users / max, 1) : 1;
  const words = t('{users} of {max} accounts', {
    users: showNumber(users),
    max: showNumber(max),
  });
  return (
    <div className={classes.seats}>
      <span>{words}</span>
      <span className={classes.bar} data-full={share >= 0.9 || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {users >= max && <strong>{t('Full: no one can sign up')}</strong>}
    </div>
  );
}
