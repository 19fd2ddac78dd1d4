import { Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';

/**
 * Files are stored as soon as they are chosen, so `/profile/test`, which saves nothing, has no fields for
 * them.
 */
export function NoFilesInTrial() {
  return (
    <Text size="sm" c="dimmed">
      {t('Documents are saved as soon as you choose them, so test mode leaves them out.')}
    </Text>
  );
}
