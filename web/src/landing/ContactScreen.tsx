import { IconMail } from '@tabler/icons-react';
import { MessagePanel } from '../ui/MessagePanel.tsx';
import { Screen } from '../ui/Screen.tsx';

export default function ContactScreen() {
  return (
    <Screen title="Contact" width="narrow">
      <MessagePanel icon={IconMail} text="Coming Soon..." />
    </Screen>
  );
}
