import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { mayCall } from '@waypost/contract/call-access';
import { t } from '@waypost/contract/i18n';
import { hasBell } from '@waypost/contract/messages/mail/rules';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { Suspense, useEffect } from 'react';
import { personOf } from '../../client/session.ts';
import { useFreshTasks } from '../../client/tasks-query.ts';
import { TaskLink } from '../../oversight/tasks/TaskLink.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { doesCover, type EntryGroup, isGroup, topNavigation } from '../navigation.ts';
import { HeaderTools } from './HeaderTools.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import classes from './Shell.module.css';
import { useForgetOthers } from './use-forget-others.ts';
import { useHasScreen } from './use-has-screen.ts';
import { useSendQueue } from './use-send-queue.ts';

// Loaded separately, so that the navigation does not wait for it.
const Bell = lazyPart(() => import('../../messages/bell/Bell.tsx'));

/** The role's navigation, the bell and the profile menu, loaded only for signed-in users. */
export default function MemberNavigation({ session }: { session: CurrentUser }) {
  const has = useHasScreen();
  const path = useLocation({ select: ({ pathname }) => pathname });
  useFreshTasks();
  useSendQueue(session);
  useForgetOthers(session);
  // Load the code of notices ahead, because it cannot load when a notice has to report a lost connection.
  useEffect(() => void import('./Notices.tsx').catch(() => undefined), []);
  return (
    <>
      <nav aria-label={t('Main')} className={classes.navigation}>
        {topNavigation(session.user.role, has).map((item) =>
          isGroup(item) ? (
            <EntryMenu key={t(item.label)} group={item} />
          ) : (
            <TaskLink
              key={item.to}
              to={item.to}
              label={t(item.label)}
              isAround={doesCover(item, path)}
              className={classes.link}
            />
          ),
        )}
      </nav>
      <HeaderTools session={session} />
      {hasBell(session.user.role) && mayCall('getNotices', personOf(session)) === 'yes' && (
        <div className={classes.bell}>
          <Suspense>
            <Bell />
          </Suspense>
        </div>
      )}
      <ProfileMenu session={session} />
    </>
  );
}

/** A menu in the bar, such as Site Admin. */
function EntryMenu({ group }: { group: EntryGroup }) {
  const label = (
    <>
      {t(group.label)} <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Disclosure label={label} className={classes.link}>
      {group.entries.map(({ label: words, to }) => (
        <Link key={to} to={to} className={classes.entry}>
          {t(words)}
        </Link>
      ))}
    </Disclosure>
  );
}
