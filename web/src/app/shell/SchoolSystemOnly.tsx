import { IconSchool } from '@tabler/icons-react';
import { MessageScreen } from '../messages/MessageScreen.tsx';
import { useHasScreen } from './use-has-screen.ts';

/** What a SuperAdmin is told who opens a school system's own screen (rulings, "Two readings"). */
export default function SchoolSystemOnly() {
  const has = useHasScreen();
  const text =
    'To see this page, open a school system in Client Management and masquerade as one of its administrators.';
  return (
    <MessageScreen
      title="This page is for school systems"
      text={text}
      icon={IconSchool}
      to={has('/waypost/dashboard') ? '/waypost/dashboard' : undefined}
      way="Go to Client Management"
    />
  );
}
