import {
  IconBriefcase,
  IconBuildingStore,
  IconFileText,
  IconHome,
  IconMenu2,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { Suspense, useState } from 'react';
import { TaskLink } from '../../oversight/tasks/TaskLink.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { type BarIcon, bottomNavigation, doesCover } from '../navigation.ts';
import classes from './Shell.module.css';
import { useHasScreen } from './use-has-screen.ts';

const SideMenu = lazyPart(() => import('./SideMenu.tsx'));

const icons: Record<BarIcon, typeof IconHome> = {
  search: IconSearch,
  applications: IconFileText,
  jobs: IconBriefcase,
  profile: IconUser,
  home: IconHome,
  opportunities: IconBuildingStore,
  interns: IconUsers,
};

/** The bottom bar for signed-in users, by role. Its last entry opens the side menu. */
export default function MemberBottomBar({ session }: { session: CurrentUser }) {
  const has = useHasScreen();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <nav aria-label={t('Bottom')} className={classes.bottom}>
      {bottomNavigation(session.user.role, has).map((entry) => {
        const { label, to } = entry;
        const Icon = icons[entry.icon];
        return (
          <TaskLink
            key={to}
            to={to}
            label={t(label)}
            icon={<Icon size={22} aria-hidden />}
            isAround={doesCover(entry, path)}
            className={classes.tab}
          />
        );
      })}
      <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={() => setMenu('open')}>
        <IconMenu2 size={22} aria-hidden />
        {t('Menu')}
      </button>
      {menu !== 'never' && (
        <Suspense>
          <SideMenu session={session} opened={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </nav>
  );
}
