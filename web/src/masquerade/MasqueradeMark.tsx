import { IconMasksTheater } from '@tabler/icons-react';
import type { CurrentUser } from '@waypost/contract/accounts/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import classes from './Masquerade.module.css';

/** The masquerade icon of the header, with the role and the name of whoever is acted for (document 1, section 2). */
export default function MasqueradeMark({ session: { user } }: { session: CurrentUser }) {
  const words = `${user.role}: ${displayName(user) || user.email}`;
  return (
    <span className={classes.mark} title={words}>
      <IconMasksTheater size={20} aria-hidden />
      <span className={classes.markWords}>
        <span className={classes.hidden}>Masquerading as </span>
        {words}
      </span>
    </span>
  );
}
