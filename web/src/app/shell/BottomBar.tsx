import { IconLogin2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { Suspense } from 'react';
import { useSession } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import classes from './Shell.module.css';

const MemberBottomBar = lazyPart(() => import('./MemberBottomBar.tsx'));

/** A phone's bottom bar (docs/behavior/app.md#phones). */
export function BottomBar() {
  const { session, known } = useSession();
  if (!known) return null;
  if (session) {
    return (
      <Suspense>
        <MemberBottomBar session={session} />
      </Suspense>
    );
  }
  return (
    <nav aria-label={t('Bottom')} className={classes.bottom}>
      <Link to="/login" className={classes.tab}>
        <IconLogin2 size={22} aria-hidden />
        {t('Login')}
      </Link>
    </nav>
  );
}
