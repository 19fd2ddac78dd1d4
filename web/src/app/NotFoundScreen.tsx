import { IconMapQuestion } from '@tabler/icons-react';
import { MessageScreen } from './messages/MessageScreen.tsx';

export function NotFoundScreen() {
  return (
    <MessageScreen
      title="There is nothing here"
      text="The address may be misspelled, or what stood here has moved."
      icon={IconMapQuestion}
      to="/"
      way="Go to the start"
    />
  );
}
