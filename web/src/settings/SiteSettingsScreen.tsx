import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { settingsQuery } from '../client/session.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Screen } from '../ui/Screen.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/**
 * A school system's settings (docs/behavior/settings.md#form), the first form that its first Admin fills
 * in.
 */
export default function SiteSettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <Screen
      title={t('Site Settings')}
      lead={t('What your school system is called, how it looks, and where people find it.')}
      width="narrow"
    >
      <Loaded asked={settings}>{(found) => <SettingsForm settings={found} />}</Loaded>
    </Screen>
  );
}
