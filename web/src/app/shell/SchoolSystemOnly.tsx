import { IconSchool } from '@tabler/icons-react';
import { MessageScreen } from '../messages/MessageScreen.tsx';
import { useHasScreen } from './use-has-screen.ts';

/** What a SuperAdmin is told who opens a school system's own screen (rulings, "Two readings"). */
export default function SchoolSystemOnly() {
  const has = useHasScreen();
  const text =
    'You look after all of them. Open one in Client Management and masquerade as one of its administrators to see this screen as they do.';
  return (
    <MessageScreen
      title="This screen belongs to a school system"
      text={text}
      icon={IconSchool}
      to={has('/waypost/dashboard') ? '/waypost/dashboard' : undefined}
      way="Go to Client Management"
    />
  );
}
