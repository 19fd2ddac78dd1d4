import { IconLock } from '@tabler/icons-react';
import { MessageScreen } from './MessageScreen.tsx';

export default function PermissionsErrorScreen() {
  return (
    <MessageScreen
      title="Something Went Wrong"
      text="Your account doesn’t have access to this page."
      icon={IconLock}
      to="/default"
      way="Go to my home page"
    />
  );
}
