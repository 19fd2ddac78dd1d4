import classes from './Seats.module.css';

/** How many of a school system's accounts are taken, by word and bar; warm once few are left. */
export function Seats({ users, max }: { users: number; max: number }) {
  const share = max > 0 ? Math.min(users / max, 1) : 1;
  const words = `${users.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} accounts`;
  return (
    <div className={classes.seats}>
      <span>{words}</span>
      <span className={classes.bar} data-full={share >= 0.9 || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {users >= max && <strong>Full: no one can sign up</strong>}
    </div>
  );
}
