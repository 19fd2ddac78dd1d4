import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';

interface DraftNoticeProps {
  /** Restores what was there before. */
  onDiscard: () => void;
}

/** Says that the form shows a restored draft, and offers to discard it. */
export function DraftNotice({ onDiscard }: DraftNoticeProps) {
  return (
    <Alert color="navy" variant="light" icon={<IconHistory aria-hidden />} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex={1} miw="14rem">
          {t('We restored what you typed.')}
        </Text>
        <Button variant="default" size="sm" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  );
}
