import { IconAlertTriangle } from '@tabler/icons-react';
import { MessageScreen } from './MessageScreen.tsx';

export default function UhOhScreen() {
  return (
    <MessageScreen
      title="Something Went Wrong"
      text="Contact the administrator."
      icon={IconAlertTriangle}
      to="/"
      way="Go to the home page"
    />
  );
}
