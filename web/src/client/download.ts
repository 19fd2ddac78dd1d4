import type { Call } from '@waypost/contract/call';
import { currentLocale } from '@waypost/contract/i18n';
import { refusalOf } from './call.ts';
import { noConnection } from './failure.ts';
import { followSession } from './replaced-session.ts';
import { shownUser, userHeader } from './shown-user.ts';

/** Makes a call that replies with a file. Rejects with `CallFailed` for a refusal or a lost connection. */
export async function download<In>(to: Pick<Call<In>, 'path'>, input: In): Promise<Blob> {
  const session = followSession(false);
  try {
    const response = await fetch(to.path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'Accept-Language': currentLocale(),
        'Content-Type': 'application/json',
        ...userHeader(shownUser()),
      },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null), session);
    return await response.blob();
  } catch (error) {
    throw error instanceof TypeError ? noConnection() : error;
  }
}
