import { IconClock } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { isStaff } from '@waypost/contract/roles';
import { useSession } from '../../client/session.ts';
import { MessageScreen } from './MessageScreen.tsx';

export default function UnapprovedProfileScreen() {
  const { session } = useSession();
  if (session && (isStaff(session.user.role) || session.user.approved))
    return <Navigate to="/default" replace />;
  // A student without a signed agreement has something to do, because approval requires it.
  const needsAgreement = session?.user.role === 'Student' && !session.user.agreement_file_id_fk;
  const text = needsAgreement
    ? t(
        'Your school system approves your account once your signed agreement is uploaded. Add it to your profile.',
      )
    : t('Your school system has to approve your account first. Then you can use this part of Waypost.');
  return (
    <MessageScreen
      title={t('Your account is not approved yet')}
      text={text}
      icon={IconClock}
      to="/profile"
      way={t('Go to your profile')}
    />
  );
}
