import { IconBuildingStore } from '@tabler/icons-react';
import { MessagePanel } from '../ui/MessagePanel.tsx';
import { Screen } from '../ui/Screen.tsx';

/** Nothing leads here yet: the documents name the page and show no way to it. */
export default function ParticipatingBusinessesScreen() {
  return (
    <Screen title="Participating Businesses" width="narrow">
      <MessagePanel icon={IconBuildingStore} text="Coming Soon..." />
    </Screen>
  );
}
