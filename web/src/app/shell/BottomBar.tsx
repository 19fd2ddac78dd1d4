import {
  IconBriefcase,
  IconBuildingStore,
  IconFileText,
  IconHome,
  IconLogin2,
  IconMenu2,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../client/session.ts';
import { type BarIcon, bottomNavigation } from '../navigation.ts';
import classes from './Shell.module.css';
import { useHasScreen } from './use-has-screen.ts';

const SideMenu = lazy(() => import('./SideMenu.tsx'));

const icons: Record<BarIcon, typeof IconHome> = {
  search: IconSearch,
  applications: IconFileText,
  jobs: IconBriefcase,
  profile: IconUser,
  home: IconHome,
  login: IconLogin2,
  opportunities: IconBuildingStore,
  interns: IconUsers,
};

/** A phone's bar at the bottom (document 2, section 2). */
export function BottomBar() {
  const { session, known } = useSession();
  const has = useHasScreen();
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const entries = bottomNavigation(session?.user.role ?? null, has);
  if (!known || (!session && entries.length === 0)) return null;
  return (
    <nav aria-label="Bottom" className={classes.bottom}>
      {entries.map(({ label, to, icon }) => {
        const Icon = icons[icon];
        return (
          <Link key={to} to={to} className={classes.tab}>
            <Icon size={22} aria-hidden />
            {label}
          </Link>
        );
      })}
      {session && (
        <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={() => setMenu('open')}>
          <IconMenu2 size={22} aria-hidden />
          Menu
        </button>
      )}
      {session && menu !== 'never' && (
        <Suspense>
          <SideMenu session={session} opened={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </nav>
  );
}
