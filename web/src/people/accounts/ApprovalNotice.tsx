import { IconAlertTriangle, IconClock, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { isStaff } from '@waypost/contract/roles';
import { sessionQuery } from '../../client/session.ts';
import { T } from '../../ui/T.tsx';
import classes from './ApprovalNotice.module.css';

const meanwhile = {
  Student: msg(
    'You can browse opportunities now. Once you’re approved, you can apply, accept an offer, and log hours.',
  ),
  Business: msg(
    'You can look around and complete your profile now. Once you’re approved, you can post opportunities and answer applicants.',
  ),
} as const;

/**
 * Tells students and businesses that their account is not approved, and what they can do meanwhile
 * (docs/behavior/app.md#account-notices). Shown above every screen, except the one that explains the same.
 */
export default function ApprovalNotice({ user }: { user: User }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (isStaff(user.role)) return null;
  if (user.deactivated) return path === '/unapprovedProfile' ? null : <DeactivatedNotice user={user} />;
  if (!user.confirmed) return path === '/unconfirmedEmail' ? null : <ConfirmNotice user={user} />;
  if (user.approved || user.__v === 0 || path === '/unapprovedProfile') return null;
  return <Notice user={user} path={path} />;
}

const whileDeactivated = {
  Student: msg('You can read everything, but you can’t change anything.'),
  Business: msg('You can look around and edit your profile.'),
} as const;

/** Says why nothing can be changed. */
function DeactivatedNotice({ user }: { user: User }) {
  // They may have been activated in the meantime, so check again when they return to the page.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  return (
    <section className={classes.strip} data-tone="attention" aria-label={t('Your account is deactivated')}>
      <div className={classes.inside}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>
          <strong>{t('Your account is deactivated.')}</strong>{' '}
          {user.role === 'Business' ? t(whileDeactivated.Business) : t(whileDeactivated.Student)}{' '}
          {t('To continue, ask your school to activate it again.')}
        </p>
      </div>
    </section>
  );
}

/** Asks a new user to confirm their email, which comes before approval. */
function ConfirmNotice({ user }: { user: User }) {
  // They may have opened the link in another tab, so check again when they return to this one.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  return (
    <section className={classes.strip} data-tone="attention" aria-label={t('Confirm your email')}>
      <div className={classes.inside}>
        <IconMail size={20} aria-hidden />
        <p>
          <T
            m="<b>Confirm your email.</b> We sent a link to {email}. You can fill in your profile and look around in the meantime, but your account can be approved only once your email is confirmed. <a>Didn’t get it?</a>"
            email={user.email}
            b={<strong />}
            a={<Link to="/unconfirmedEmail" />}
          />
        </p>
      </div>
    </section>
  );
}

function Notice({ user, path }: { user: User; path: string }) {
  // They may have been approved in the meantime, so check again when they return to the page.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  const lacksAgreement = user.role === 'Student' && !user.agreement_file_id_fk;
  const Icon = lacksAgreement ? IconAlertTriangle : IconClock;
  return (
    <section
      className={classes.strip}
      data-tone={lacksAgreement ? 'attention' : 'waiting'}
      aria-label={t('Approval of your account')}
    >
      <div className={classes.inside}>
        <Icon size={20} aria-hidden />
        <p>
          <strong>
            {lacksAgreement
              ? t('Your signed agreement is missing.')
              : t('Your account is waiting for approval.')}
          </strong>{' '}
          {lacksAgreement
            ? t('Your school system can approve your account once you upload it.')
            : t('Your school system reviews every new account.')}{' '}
          {user.role === 'Business' ? t(meanwhile.Business) : t(meanwhile.Student)}
          {lacksAgreement && path !== '/profile' && (
            <>
              {' '}
              <Link to="/profile">{t('Add it to your profile')}</Link>
            </>
          )}
        </p>
      </div>
    </section>
  );
}
