import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { Suspense, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { useSession, useSettings } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Mark } from './Mark.tsx';
import classes from './Shell.module.css';

const MasqueradeMark = lazyPart(() => import('../../people/masquerade/MasqueradeMark.tsx'));
const MemberNavigation = lazyPart(() => import('./MemberNavigation.tsx'));

/** The top bar: the school system's name, the navigation of the role, and the profile menu. */
export function Header() {
  const { session, known } = useSession();
  return (
    <header
      className={classes.header}
      data-platform={session?.user.role === 'SuperAdmin' || undefined}
      data-masquerade={session?.is_masquerade || undefined}
    >
      <div className={classes.bar}>
        <Brand to={session ? '/default' : '/'} />
        {session ? (
          <Suspense fallback={<nav aria-label={t('Main')} className={classes.navigation} />}>
            <MemberNavigation session={session} />
            {session.is_masquerade && <MasqueradeMark session={session} />}
          </Suspense>
        ) : (
          <VisitorNavigation known={known} />
        )}
      </div>
    </header>
  );
}

function Brand({ to }: { to: string }) {
  const settings = useSettings();
  const [broken, setBroken] = useState<string>();
  const logo = settings?.logo ? fileAddress(settings.logo) : undefined;
  // The platform's own settings have the product's name, which is already shown.
  const client = settings?.short_name === 'Waypost' ? '' : settings?.short_name;
  return (
    <Link to={to} className={classes.brand}>
      <Mark />
      <span>{t('Waypost')}</span>
      {logo && logo !== broken ? (
        <img src={logo} alt={settings?.full_name} className={classes.logo} onError={() => setBroken(logo)} />
      ) : (
        client && <span className={classes.client}>{client}</span>
      )}
    </Link>
  );
}

/** Shows nothing until it is known that nobody is signed in. */
function VisitorNavigation({ known }: { known: boolean }) {
  return (
    <>
      <nav aria-label={t('Main')} className={classes.navigation} data-visitor>
        {known && (
          <Link to="/contact" className={classes.link}>
            {t('Contact')}
          </Link>
        )}
      </nav>
      {known && (
        <Group gap="xs" wrap="nowrap">
          <LinkButton to="/login" variant="subtle" visibleFrom="md">
            {t('Log in')}
          </LinkButton>
          <LinkButton to="/signup">{t('Sign up')}</LinkButton>
        </Group>
      )}
    </>
  );
}
