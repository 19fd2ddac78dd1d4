import { Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';

/** Documents are stored the moment they are chosen: `/profile/test`, which saves nothing, takes none. */
export function NoFilesInTrial() {
  return (
    <Text size="sm" c="dimmed">
      {t('Documents are saved as soon as you choose them, so test mode leaves them out.')}
    </Text>
  );
}
