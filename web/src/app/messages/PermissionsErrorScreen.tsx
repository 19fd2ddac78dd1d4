import { IconLock } from '@tabler/icons-react';
import { MessageScreen } from './MessageScreen.tsx';

export default function PermissionsErrorScreen() {
  return (
    <MessageScreen
      title="Something Went Wrong"
      text="Your account may not open this screen."
      icon={IconLock}
      to="/default"
      way="Go to your own start"
    />
  );
}
