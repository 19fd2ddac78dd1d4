import { Text } from '@mantine/core';
import { Screen } from '../ui/Screen.tsx';

export default function ContactScreen() {
  return (
    <Screen title="Contact" width="narrow">
      <Text>Coming Soon...</Text>
    </Screen>
  );
}
