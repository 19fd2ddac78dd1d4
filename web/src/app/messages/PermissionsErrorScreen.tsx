import { IconLock } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessageScreen } from './MessageScreen.tsx';

export default function PermissionsErrorScreen() {
  return (
    <MessageScreen
      title={t('Something Went Wrong')}
      text={t('Your account doesn’t have access to this page.')}
      icon={IconLock}
      to="/default"
      way={t('Go to my home page')}
    />
  );
}
