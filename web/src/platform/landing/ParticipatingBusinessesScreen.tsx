import { IconBuildingStore } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessagePanel } from '../../ui/MessagePanel.tsx';
import { Screen } from '../../ui/Screen.tsx';

/** No link leads here (docs/behavior/landing.md#screens). */
export default function ParticipatingBusinessesScreen() {
  return (
    <Screen title={t('Participating Businesses')} width="narrow">
      <MessagePanel icon={IconBuildingStore} text={t('Coming Soon...')} />
    </Screen>
  );
}
