import { Text } from '@mantine/core';

/** Documents are stored the moment they are chosen: `/profile/test`, which saves nothing, takes none. */
export function NoFilesInTrial() {
  return (
    <Text size="sm" c="dimmed">
      Documents are saved as soon as you choose them, so test mode leaves them out.
    </Text>
  );
}
