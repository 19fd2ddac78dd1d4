import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { fileAddress } from '../../client/call.ts';
import { usePictureChooser } from '../../people/profiles/PictureChooser.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { profileEntries } from '../navigation.ts';
import classes from './Shell.module.css';
import { useHasScreen } from './use-has-screen.ts';
import { useLogout } from './use-logout.tsx';

/** The profile menu (docs/behavior/app.md#navigation). On phones, the bottom bar's Menu replaces it. */
export function ProfileMenu({ session: { user, is_masquerade } }: { session: CurrentUser }) {
  const has = useHasScreen();
  const { logout, question } = useLogout(user);
  const { choose, label: pictureWords, chooser } = usePictureChooser(user);
  const name = accountName(user);
  const picture = user.profile_pic_id_fk ? fileAddress(user.profile_pic_id_fk) : undefined;
  const label = (
    <>
      <Avatar name={name} src={picture} size={36} />
      <span className={classes.name}>{name}</span>
      <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <>
      <Disclosure label={label} className={classes.me} align="end">
        <p className={classes.email}>{user.email}</p>
        {profileEntries(has, is_masquerade).map(({ label: words, to }) => (
          <Link key={to} to={to} className={classes.entry}>
            {t(words)}
          </Link>
        ))}
        <button type="button" className={classes.entry} onClick={choose}>
          {pictureWords}
        </button>
        <button type="button" className={classes.entry} onClick={logout}>
          <IconLogout size={18} aria-hidden />
          {t('Logout')}
        </button>
      </Disclosure>
      {chooser}
      {question}
    </>
  );
}
