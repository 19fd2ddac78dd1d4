import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useLocale } from '../client/locale.ts';

/** Replaces a screen while it loads, after half a second. */
export function RoutePending() {
  useLocale();
  return (
    <Center mih="40vh" role="status">
      <Loader type="dots" />
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    </Center>
  );
}
