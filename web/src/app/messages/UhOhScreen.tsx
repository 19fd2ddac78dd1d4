import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessageScreen } from './MessageScreen.tsx';

export default function UhOhScreen() {
  return (
    <MessageScreen
      title={t('Something Went Wrong')}
      text={t('Contact the administrator.')}
      icon={IconAlertTriangle}
      to="/"
      way={t('Go to the home page')}
    />
  );
}
