import { useIsMutating } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useLocale } from '../../client/locale.ts';
import { countNotices, onNotice } from '../../client/notices.ts';
import { USER_CHANGE, useSession } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { RoutePending } from '../RoutePending.tsx';
import { BottomBar } from './BottomBar.tsx';
import { EnvironmentBanner } from './EnvironmentBanner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';
import { useIsOfSchoolSystem } from './school-system.ts';

// Loaded on demand, because nothing shows before the first notice.
const Notices = lazyPart(() => import('./Notices.tsx'));
// Loaded only for members, because visitors never see it.
const ApprovalNotice = lazyPart(() => import('../../people/accounts/ApprovalNotice.tsx'));
const SchoolSystemOnly = lazyPart(() => import('./SchoolSystemOnly.tsx'));
const MasqueradeBanner = lazyPart(() => import('../../people/masquerade/MasqueradeBanner.tsx'));

/** The frame around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  useLocale();
  const { session } = useSession();
  const ofSchoolSystem = useIsOfSchoolSystem();
  const noticed = useSyncExternalStore(onNotice, countNotices, countNotices);
  const isChangingUser = useIsMutating(USER_CHANGE) > 0;
  const outside = session?.user.role === 'SuperAdmin' && ofSchoolSystem;
  const content = outside ? (
    <Suspense fallback={<RoutePending />}>
      <SchoolSystemOnly />
    </Suspense>
  ) : (
    children
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('Skip to content')}
      </a>
      <EnvironmentBanner />
      {session?.is_masquerade && (
        <Suspense fallback={<div className={classes.masquerade} />}>
          <MasqueradeBanner session={session} />
        </Suspense>
      )}
      <Header />
      {session && (
        <Suspense>
          <ApprovalNotice user={session.user} />
        </Suspense>
      )}
      <main id="content" className={classes.content} tabIndex={-1}>
        {isChangingUser ? <RoutePending /> : content}
      </main>
      <Footer />
      <BottomBar />
      {noticed > 0 && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </div>
  );
}
