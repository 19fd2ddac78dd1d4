import { MessageScreen } from './MessageScreen.tsx';

export default function UhOhScreen() {
  return (
    <MessageScreen
      title="Something Went Wrong"
      text="Contact the administrator."
      to="/"
      way="Go to the start"
    />
  );
}
