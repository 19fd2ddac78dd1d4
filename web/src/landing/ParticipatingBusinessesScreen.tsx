import { IconBuildingStore } from '@tabler/icons-react';
import { MessagePanel } from '../ui/MessagePanel.tsx';
import { Screen } from '../ui/Screen.tsx';

/** No link leads here (docs/behavior/landing.md#screens). */
export default function ParticipatingBusinessesScreen() {
  return (
    <Screen title="Participating Businesses" width="narrow">
      <MessagePanel icon={IconBuildingStore} text="Coming Soon..." />
    </Screen>
  );
}
