import { Loader, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import { useEffect, useRef, useState } from 'react';
import { isMissing } from '../../client/failure.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';
import { useBeginMasquerade } from './use-masquerade.ts';

/** Long enough to read the screen (docs/behavior/masquerade.md#screens). */
const SHOWN_MS = 1_500;

/**
 * "Masquerading": shown while the session switches to another person, then redirects to /default
 * (docs/behavior/masquerade.md#screens).
 */
export default function MasqueradingScreen() {
  const { admin_id, user_id } = useParams({ from: '/admin/masquerade/$admin_id/$user_id' });
  const { mutate, error, isError } = useBeginMasquerade();
  const [user, setUser] = useState<User>();
  const begun = useRef('');
  const begin = () => {
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    mutate({ adminId: admin_id, userId: user_id, shown, onTurned: setUser });
  };
  useEffect(() => {
    // Begin only once for each URL, even if React runs this effect twice.
    if (begun.current === user_id) return;
    begun.current = user_id;
    begin();
  });
  if (isMissing(error)) throw error;
  return (
    <Screen title={t('Masquerading')} width="narrow">
      {isError ? (
        <Failed error={error} retry={begin} />
      ) : (
        <Stack gap="md" align="flex-start" role="status">
          <Text>
            {user ? (
              <T
                m="You now act as <user/> ({role})."
                role={wireName(user.role)}
                user={<strong>{accountName(user)}</strong>}
              />
            ) : (
              t('You’re about to act as someone else.')
            )}{' '}
            {t('Everything you do is recorded under both names.')}
          </Text>
          <Loader type="dots" aria-hidden />
        </Stack>
      )}
    </Screen>
  );
}
