import { Text } from '@mantine/core';
import { Screen } from '../ui/Screen.tsx';

/** Nothing leads here yet: the documents name the page and show no way to it. */
export default function ParticipatingBusinessesScreen() {
  return (
    <Screen title="Participating Businesses" width="narrow">
      <Text>Coming Soon...</Text>
    </Screen>
  );
}
