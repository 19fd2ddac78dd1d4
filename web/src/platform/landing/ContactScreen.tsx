import { IconMail } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessagePanel } from '../../ui/MessagePanel.tsx';
import { Screen } from '../../ui/Screen.tsx';

export default function ContactScreen() {
  return (
    <Screen title={t('Contact')} width="narrow">
      <MessagePanel icon={IconMail} text={t('Coming Soon...')} />
    </Screen>
  );
}
