import { IconUserEdit } from '@tabler/icons-react';
import { MessageScreen } from './MessageScreen.tsx';

export default function UnfinishedProfileScreen() {
  return (
    <MessageScreen
      title="Your profile is not complete yet"
      text="This part of Waypost opens once your profile has been filled in and saved."
      icon={IconUserEdit}
      to="/profile"
      way="Complete your profile"
    />
  );
}
