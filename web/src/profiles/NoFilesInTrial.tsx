import { Text } from '@mantine/core';

/** Documents are stored the moment they are chosen: `/profile/test`, which saves nothing, takes none. */
export function NoFilesInTrial() {
  return (
    <Text size="sm" c="dimmed">
      Documents are stored as soon as they are chosen, so this trial leaves them out.
    </Text>
  );
}
