import { IconUserEdit } from '@tabler/icons-react';
import { MessageScreen } from './MessageScreen.tsx';

export default function UnfinishedProfileScreen() {
  return (
    <MessageScreen
      title="Your profile is not complete yet"
      text="Complete and save your profile to use this part of Waypost."
      icon={IconUserEdit}
      to="/profile"
      way="Complete your profile"
    />
  );
}
