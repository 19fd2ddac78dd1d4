import { Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { fileAddress } from '../../client/call.ts';
import { useSession, useSettings } from '../../client/session.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { type EntryGroup, isGroup, topNavigation } from '../navigation.ts';
import { Mark } from './Mark.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import classes from './Shell.module.css';
import { useHasScreen } from './use-has-screen.ts';

/** The bar at the top: whose Waypost it is, the way around by role, and one's own menu. */
export function Header() {
  const { session, known } = useSession();
  const role = session?.user.role ?? null;
  const has = useHasScreen();
  return (
    <header className={classes.header} data-platform={role === 'SuperAdmin' || undefined}>
      <div className={classes.bar}>
        <Brand to={session ? '/default' : '/'} />
        <nav aria-label="Main" className={classes.navigation} data-visitor={!session || undefined}>
          {known &&
            topNavigation(role, has).map((item) =>
              isGroup(item) ? (
                <EntryMenu key={item.label} group={item} />
              ) : (
                <Link key={item.to} to={item.to} className={classes.link}>
                  {item.label}
                </Link>
              ),
            )}
        </nav>
        {session ? <ProfileMenu session={session} /> : known && <VisitorActions />}
      </div>
    </header>
  );
}

function Brand({ to }: { to: string }) {
  const settings = useSettings();
  // The platform's own settings name the product, which stands there already.
  const client = settings?.short_name === 'Waypost' ? '' : settings?.short_name;
  return (
    <Link to={to} className={classes.brand}>
      <Mark />
      <span>Waypost</span>
      {settings?.logo ? (
        <img src={fileAddress(settings.logo)} alt={settings.full_name} className={classes.logo} />
      ) : (
        client && <span className={classes.client}>{client}</span>
      )}
    </Link>
  );
}

/** A menu of the bar, such as Site Admin. */
function EntryMenu({ group }: { group: EntryGroup }) {
  const label = (
    <>
      {group.label} <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Disclosure label={label} className={classes.link}>
      {group.entries.map(({ label, to }) => (
        <Link key={to} to={to} className={classes.entry}>
          {label}
        </Link>
      ))}
    </Disclosure>
  );
}

function VisitorActions() {
  const has = useHasScreen();
  return (
    <Group gap="xs" wrap="nowrap">
      {has('/login') && (
        <Button component={Link} to="/login" variant="subtle" visibleFrom="md">
          Log in
        </Button>
      )}
      {has('/signup') && (
        <Button component={Link} to="/signup">
          Sign up
        </Button>
      )}
    </Group>
  );
}
