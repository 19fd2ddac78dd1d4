import { Divider, Drawer, NavLink } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { usePictureChooser } from '../../people/profiles/PictureChooser.tsx';
import { type Entry, isGroup, sideNavigation } from '../navigation.ts';
import { useHasScreen } from './use-has-screen.ts';
import { useLogout } from './use-logout.tsx';

interface SideMenuProps {
  session: CurrentUser;
  opened: boolean;
  onClose: () => void;
}

/** The entries that do not fit in the bottom bar, and Logout. */
export default function SideMenu({ session: { user, is_masquerade }, opened, onClose }: SideMenuProps) {
  const has = useHasScreen();
  const { logout, question } = useLogout(user, onClose);
  const { choose, label: pictureWords, chooser } = usePictureChooser(user);
  const link = ({ label, to }: Entry) => (
    <NavLink key={to} component={Link} to={to} label={t(label)} onClick={onClose} mih={48} />
  );
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size="xs"
        title={accountName(user)}
        closeButtonProps={{ 'aria-label': t('Close the menu') }}
      >
        {sideNavigation(user.role, has, is_masquerade).map((item) =>
          isGroup(item) ? (
            <NavLink key={t(item.label)} label={t(item.label)} mih={48} defaultOpened={false}>
              {item.entries.map(link)}
            </NavLink>
          ) : (
            link(item)
          ),
        )}
        <NavLink
          component="button"
          label={pictureWords}
          mih={48}
          onClick={() => {
            choose();
            onClose();
          }}
        />
        <Divider my="sm" />
        <NavLink
          component="button"
          label={t('Logout')}
          leftSection={<IconLogout size={18} aria-hidden />}
          mih={48}
          onClick={logout}
        />
      </Drawer>
      {chooser}
      {question}
    </>
  );
}
