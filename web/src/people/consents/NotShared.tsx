import { Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

interface NotSharedProps {
  /** Whether the student's information may be shown to businesses; if so, this shows nothing. */
  isReleased: boolean;
}

/** Tells staff that businesses see only the student's name (docs/behavior/consents.md#what-a-refusal-hides). */
export const NotSharedBadge = ({ isReleased }: NotSharedProps) =>
  !isReleased && <StatusBadge tone="attention">{t('Not shared with businesses')}</StatusBadge>;

/** Tells a business why it sees only the student's name. */
export const NotSharedNote = ({ isReleased }: NotSharedProps) =>
  !isReleased && (
    <Text size="sm" c="dimmed">
      {t('The school may not share more about this student.')}
    </Text>
  );
