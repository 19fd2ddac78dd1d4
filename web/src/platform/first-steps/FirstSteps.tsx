import { Button, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import type { Role } from '@waypost/contract/roles';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { type ReactNode, useEffect, useState } from 'react';
import { callQuery } from '../../client/queries.ts';
import { useSession, useUser } from '../../client/session.ts';
import { CopyLink } from '../../ui/CopyLink.tsx';
import classes from './FirstSteps.module.css';

interface Step {
  label: string;
  isDone: boolean;
  /** A link to where it is done, or a button that does it; none if someone else does it. */
  to?: string;
  action?: ReactNode;
}

const quiet = { quiet: true, staleTime: 60_000 } as const;

/** The first steps of each role; undefined while their progress is loading. */
const useSteps: Record<Role, (user: User) => Step[] | undefined> = {
  Student: (user) => {
    const { data } = useQuery(callQuery(applicationCalls.getMyApplications, {}, quiet));
    return (
      data && [
        ...ownSteps(user),
        {
          label: t('Upload the agreement that you and a parent signed'),
          isDone: user.agreement_file_id_fk !== null,
          to: '/profile',
        },
        { label: t('Apply for your first opportunity'), isDone: data.length > 0 },
      ]
    );
  },
  Business: (user) => {
    const { data } = useQuery(callQuery(opportunityCalls.getOpportunities, { limit: 1 }, quiet));
    return (
      data && [
        ...ownSteps(user),
        { label: t('Your school system approves your account'), isDone: user.approved },
        {
          label: t('Post your first opportunity'),
          isDone: data.length > 0,
          ...(user.approved && { to: '/opportunity/new' }),
        },
      ]
    );
  },
  Teacher: (user) => [
    {
      label: t('Choose your schools and programs'),
      isDone: user.schools.length > 0 || user.programs.length > 0,
      to: '/profile',
    },
    {
      label: t('Add a picture, so that students know you'),
      isDone: user.profile_pic_id_fk !== null,
      to: '/profile',
    },
  ],
  Admin: ({ client }) => {
    const { data } = useQuery(callQuery(clientCalls.countClientUsers, {}, quiet));
    return (
      data && [
        { label: t('Invite your teachers'), isDone: data.Teacher > 0, to: '/admins' },
        { label: t('Import your students'), isDone: data.Student > 0, to: '/admin/imports' },
        {
          label: t('Share the sign-up links with businesses and students'),
          isDone: data.Business > 0,
          action: (
            <>
              <CopyLink path={`/signup?client=${client}&type=Student`}>
                {t('Copy link for students')}
              </CopyLink>
              <CopyLink path={`/signup?client=${client}&type=Business`}>
                {t('Copy link for businesses')}
              </CopyLink>
            </>
          ),
        },
      ]
    );
  },
  SuperAdmin: () => [],
};

const ownSteps = ({ __v }: User): Step[] => [
  { label: t('Complete your profile'), isDone: __v > 0, to: '/profile' },
];

/** What to do first, for each role. Hidden when all is done or dismissed (docs/behavior/first-steps.md). */
export default function FirstSteps() {
  const user = useUser();
  const { session } = useSession();
  const [isAway, setAway] = useState(() => isDismissed(user._id));
  if (isAway || session?.is_masquerade) return null;
  return (
    <Steps
      key={user.role}
      user={user}
      onDismiss={() => {
        dismiss(user._id);
        setAway(true);
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      }}
    />
  );
}

function Steps({ user, onDismiss }: { user: User; onDismiss: () => void }) {
  const steps = useSteps[user.role](user);
  const isAllDone = steps?.every(({ isDone }) => isDone) ?? false;
  // Remember it, so that the next visit sends no requests for the steps.
  useEffect(() => {
    if (isAllDone) dismiss(user._id);
  }, [isAllDone, user._id]);
  if (!steps || isAllDone) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} size="h4" id="first-steps">
          {t('First steps')}
        </Title>
        <span className={classes.count}>{t('{done} of {count} done', { done, count: steps.length })}</span>
        <Button variant="subtle" size="sm" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      </div>
      <ol>
        {steps.map(({ label, isDone, to, action }) => (
          <li key={label} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={22} aria-label={t('Done')} />
            ) : (
              <IconCircle size={22} aria-label={t('To do')} />
            )}
            {to && !isDone ? <Link to={to}>{label}</Link> : <span>{label}</span>}
            {!isDone && action}
          </li>
        ))}
      </ol>
    </section>
  );
}

const keyOf = (id: string) => `first-steps-put-away-${id}`;

function isDismissed(id: string): boolean {
  try {
    return localStorage.getItem(keyOf(id)) !== null;
  } catch {
    return false;
  }
}

function dismiss(id: string): void {
  try {
    localStorage.setItem(keyOf(id), 'yes');
  } catch {
    // Storage is blocked, so the steps show again on the next visit.
  }
}
