import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { ApprovalNotice } from '../../accounts/ApprovalNotice.tsx';
import { hasNoticed, onNotice } from '../../client/notices.ts';
import { useSession } from '../../client/session.ts';
import { BottomBar } from './BottomBar.tsx';
import { EnvironmentBanner } from './EnvironmentBanner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SchoolSystemOnly, useIsOfSchoolSystem } from './SchoolSystemOnly.tsx';
import classes from './Shell.module.css';

// Nobody waits for the notices' place before the first of them comes.
const Notices = lazy(() => import('./Notices.tsx'));

/** What stands around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { session } = useSession();
  const ofSchoolSystem = useIsOfSchoolSystem();
  const noticed = useSyncExternalStore(onNotice, hasNoticed);
  const outside = session?.user.role === 'SuperAdmin' && ofSchoolSystem;
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <EnvironmentBanner />
      <Header />
      {session && <ApprovalNotice user={session.user} />}
      <main id="content" className={classes.content} tabIndex={-1}>
        {outside ? <SchoolSystemOnly /> : children}
      </main>
      <Footer />
      <BottomBar />
      {noticed && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </div>
  );
}
