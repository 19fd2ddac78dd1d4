import { MessageScreen } from './MessageScreen.tsx';

export default function PermissionsErrorScreen() {
  return (
    <MessageScreen
      title="Something Went Wrong"
      text="Your account may not open this screen."
      to="/default"
      way="Go to your own start"
    />
  );
}
