import { IconMasksTheater } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import classes from './Masquerade.module.css';

/**
 * The masquerade icon in the header, with the masqueraded person's role and name
 * (docs/behavior/app.md#header-footer-and-banners).
 */
export default function MasqueradeMark({ session: { user } }: { session: CurrentUser }) {
  const words = `${wireName(user.role)}: ${accountName(user)}`;
  return (
    <span className={classes.mark} title={words}>
      <IconMasksTheater size={20} aria-hidden />
      <span className={classes.markWords}>
        <span className={classes.hidden}>{t('Masquerading as')} </span>
        {words}
      </span>
    </span>
  );
}
