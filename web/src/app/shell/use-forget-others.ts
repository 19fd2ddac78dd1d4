import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { useEffect } from 'react';
import { forgetOffline } from '../../placements/hours/forget-offline.ts';
import { readOfflineData } from '../../placements/hours/offline-store.ts';

/** When someone else logs in on this phone, removes what lets the previous student log hours without a connection. */
export function useForgetOthers({ user, is_masquerade }: CurrentUser): void {
  const account = is_masquerade ? null : user._id;
  useEffect(() => {
    const offlineData = readOfflineData();
    if (offlineData && offlineData.account !== account) void forgetOffline();
  }, [account]);
}
