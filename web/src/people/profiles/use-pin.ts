import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { useCallback, useEffect, useRef } from 'react';
import { isFailure } from '../../client/failure.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import type { Point } from '../../ui/PlaceMap.tsx';
import { useCacheUser } from './use-cache-user.ts';

/** Arrow keys move a pin step by step; save only where it stops. */
const REST_MS = 600;

/**
 * Saves a pin that was moved on the map, immediately (docs/behavior/profiles.md#location). `show` moves it
 * in the form, and back if it cannot be saved.
 */
export function usePin(userId: string, show: (location: Location) => void) {
  const keepUser = useCacheUser();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const resting = useRef<Point | undefined>(undefined);
  const back = useRef<Location | undefined>(undefined);
  const { mutate } = useCall(profileCalls.updateLatLong, {
    quiet: true,
    onSuccess: ({ location }) => {
      back.current = undefined;
      keepUser({ _id: userId, location });
      notify.success(t('Location Updated.'));
    },
    onError: (error) => {
      if (back.current) show(back.current);
      back.current = undefined;
      if (!isFailure(error, 'no-session')) notify.error(t('Error Saving.'), t('Something Went Wrong'));
    },
  });

  const saveNow = useCallback(() => {
    clearTimeout(timer.current);
    if (resting.current) mutate({ collection: 'users', id: userId, ...resting.current });
    resting.current = undefined;
  }, [mutate, userId]);
  // Leaving the screen right after moving the pin still saves it.
  useEffect(() => saveNow, [saveNow]);

  return (before: Location, to: Point) => {
    show({ ...before, ...to, userOverwroteLocation: true });
    back.current ??= before;
    resting.current = to;
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, REST_MS);
  };
}
