import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { Suspense } from 'react';
import { callQuery } from '../../client/queries.ts';
import { settingsQuery, useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Screen } from '../../ui/Screen.tsx';
import { ReminderSettings } from './ReminderSettings.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const RetentionState = lazyPart(() => import('./RetentionState.tsx'));

/** A school system's settings, the first form that its first Admin fills in (docs/behavior/settings.md#form). */
export default function SiteSettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <Screen
      title={t('Site Settings')}
      lead={t('What your school system is called, how it looks, and where people find it.')}
      width="narrow"
    >
      <Loaded query={settings}>
        {(found) =>
          found ? (
            <>
              <SettingsForm settings={found} />
              <Suspense>
                <RetentionState />
              </Suspense>
              <ReminderSettings timeZone={found.time_zone} />
            </>
          ) : (
            <FirstSettings />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Without settings, the form starts with the names that the school system was created with. */
function FirstSettings() {
  const own = useUser().client;
  const clients = useQuery(callQuery(clientCalls.getClients, {}));
  return (
    <Loaded query={clients}>
      {(all) => <SettingsForm settings={null} named={all.find(({ _id }) => _id === own)} />}
    </Loaded>
  );
}
