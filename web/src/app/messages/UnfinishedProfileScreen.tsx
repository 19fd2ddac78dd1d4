import { IconUserEdit } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessageScreen } from './MessageScreen.tsx';

export default function UnfinishedProfileScreen() {
  return (
    <MessageScreen
      title={t('Your profile is not complete yet')}
      text={t('Complete and save your profile to use this part of Waypost.')}
      icon={IconUserEdit}
      to="/profile"
      way={t('Complete your profile')}
    />
  );
}
