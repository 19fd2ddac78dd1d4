import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { useEffect } from 'react';
import { isMissing } from '../client/failure.ts';
import { useLocale } from '../client/locale.ts';
import { Failed } from '../ui/Failed.tsx';
import { Screen } from '../ui/Screen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/**
 * Replaces a screen that cannot be shown: nothing has the id in its URL, it crashed, or a required call
 * failed.
 */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  useLocale();
  const router = useRouter();
  const queries = useQueryClient();
  // Opening the same URL later tries again.
  useEffect(
    () => queries.removeQueries({ predicate: ({ state }) => isMissing(state.error) && !state.data }),
    [queries],
  );
  if (isMissing(error)) return <NotFoundScreen />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Screen title={t('Something Went Wrong')}>
      <Failed error={error} retry={retry} />
    </Screen>
  );
}
