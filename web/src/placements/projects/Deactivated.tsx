import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useUser } from '../../client/session.ts';

/**
 * Tells a student whose account is deactivated why nothing can be changed; renders nothing for anybody
 * else.
 */
export function Deactivated() {
  const { role, approved } = useUser();
  if (role !== 'Student' || approved) return null;
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t('Your account is deactivated')}>
      {t(
        'You can read your placements, but you can’t change them. To continue, ask your school to activate your account.',
      )}
    </Alert>
  );
}
