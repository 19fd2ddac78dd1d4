import { VisuallyHidden } from '@mantine/core';
import { IconHelp, IconSearch } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { Suspense, useEffect, useState } from 'react';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { menuEntries } from '../navigation.ts';
import classes from './Shell.module.css';
import { useHasScreen } from './use-has-screen.ts';

// Each is loaded on first use.
const Finder = lazyPart(() => import('../../oversight/find/Finder.tsx'));
const HelpPanel = lazyPart(() => import('../../platform/help/HelpPanel.tsx'));

/** Find (Ctrl+K) and Help, on every screen of signed-in users. */
export function HeaderTools({ session }: { session: CurrentUser }) {
  const has = useHasScreen();
  const [finder, setFinder] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      // The text editor uses Ctrl+K for links.
      if (event.defaultPrevented) return;
      event.preventDefault();
      setFinder('open');
    };
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);
  return (
    <div className={classes.tools}>
      <button
        type="button"
        className={classes.tool}
        aria-haspopup="dialog"
        title={t('Find anything: Ctrl+K')}
        aria-label={t('Find')}
        onClick={() => setFinder('open')}
      >
        <IconSearch size={22} aria-hidden />
      </button>
      <Disclosure
        align="end"
        stays
        className={classes.tool}
        label={
          <>
            <IconHelp size={22} aria-hidden />
            <VisuallyHidden>{t('Help with this page')}</VisuallyHidden>
          </>
        }
      >
        <Suspense>
          <HelpPanel />
        </Suspense>
      </Disclosure>
      {finder !== 'never' && (
        <Suspense>
          <Finder
            session={session}
            pages={menuEntries(session.user.role, has, session.is_masquerade)}
            opened={finder === 'open'}
            onClose={() => setFinder('closed')}
          />
        </Suspense>
      )}
    </div>
  );
}
