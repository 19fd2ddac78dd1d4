import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { Suspense, useEffect, useState } from 'react';
import { CallFailed, isFailure, isMissing } from '../client/failure.ts';
import { useLocale } from '../client/locale.ts';
import { useSession } from '../client/session.ts';
import { readOfflineData } from '../placements/hours/offline-store.ts';
import { Failed } from '../ui/Failed.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Screen } from '../ui/Screen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RoutePending } from './RoutePending.tsx';

// Loads without a connection, because the service worker has cached it.
const OfflineScreen = lazyPart(() => import('../placements/hours/OfflineScreen.tsx'));

/**
 * Replaces a screen that cannot be shown: nothing has the id in its URL, it crashed, or a required call
 * failed. If the app was opened without a connection, a student can log hours here.
 */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  useLocale();
  const router = useRouter();
  const queries = useQueryClient();
  const { known } = useSession();
  const [offlineData] = useState(() => (known ? null : readOfflineData()));
  // Forget that the record is missing, so that opening the same URL later requests it again.
  useEffect(
    () => queries.removeQueries({ predicate: ({ state }) => isMissing(state.error) && !state.data }),
    [queries],
  );
  if (isMissing(error)) return <NotFoundScreen />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  // An error without a failed call means that the screen's code could not be loaded.
  const isOfCall = (error as unknown) instanceof CallFailed;
  if (offlineData && (!isOfCall || isFailure(error, 'no-connection') || isFailure(error, 'out-of-time')))
    return (
      <Suspense fallback={<RoutePending />}>
        {/* Browsers do not retry a failed import until the page is reloaded. */}
        <OfflineScreen offlineData={offlineData} open={isOfCall ? retry : () => window.location.reload()} />
      </Suspense>
    );
  return (
    <Screen title={t('Something Went Wrong')}>
      <Failed error={error} retry={retry} />
    </Screen>
  );
}
