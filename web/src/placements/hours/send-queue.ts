import type { QueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { call } from '../../client/call.ts';
import { CallFailed, noConnection } from '../../client/failure.ts';
import { notify } from '../../client/notices.ts';
import { keyOf, refresh } from '../../client/queries.ts';
import { userOf } from '../../client/session.ts';
import { type Failure, type QueuedEntry, saveEntry, sendQueue } from './hours-queue.ts';
import { notifyQueueChange, queueStore } from './queue-store.ts';

/** In milliseconds. A phone with a bad connection should not wait for the usual time. */
const SEND_TIMEOUT = 20_000;
/** How often to try again while the page is visible, in milliseconds: a bad connection reports no change. */
const AGAIN = 30_000;

/** The account is not logged in in this browser, or an Admin acts as it. */
class LoggedOut extends Error {}

/**
 * Sends one entry, and returns the placement with it. Sent again, it is not logged again. Only its own account can log
 * it; without one, the user of the page.
 */
export async function logHours({
  key: entry_key,
  project_id,
  entry,
  account,
}: Pick<QueuedEntry, 'key' | 'project_id' | 'entry'> & { account?: string }): Promise<Project> {
  const input = { project_id, entry_key, ...entry };
  const owner = account === undefined ? {} : { user: account };
  const reply = await call(hoursCalls.createHoursEntry, input, { timeout: SEND_TIMEOUT, ...owner });
  // A guest Wi-Fi's login page answers everything with 200.
  if ((reply as Project | null)?._id !== project_id) throw noConnection();
  return reply;
}

function failureOf(error: unknown): Failure {
  if (error instanceof LoggedOut) return 'logged out';
  if (!(error instanceof CallFailed)) return 'later';
  switch (error.kind) {
    case 'no-connection':
    case 'out-of-time':
      return 'offline';
    case 'no-session':
    case 'someone-else':
      return 'logged out';
    case 'invalid-input':
    case 'conflict':
    case 'not-found':
    case 'not-allowed':
      return { refused: Object.values(error.fields).flat().join(', ') || error.message };
    default:
      return 'later';
  }
}

/** Entries that a form of this tab is sending: it reports them itself. */
const beingSaved = new Set<string>();

/** Saves and sends an entry. Returns null if there is no connection and it stays on this phone. Rejects if refused. */
export async function logOrQueue(entry: QueuedEntry): Promise<Project | null> {
  beingSaved.add(entry.key);
  try {
    return await saveEntry(queueStore, entry, { send: logHours, failureOf });
  } finally {
    beingSaved.delete(entry.key);
    // From now on, it is listed if it was not sent.
    notifyQueueChange();
  }
}

/** This account's entries on this phone, the oldest first, without those that are being sent for the first time. */
export async function listQueue(account: string): Promise<QueuedEntry[]> {
  const all = await queueStore.list().catch(() => []);
  return all
    .filter((entry) => entry.account === account && !beingSaved.has(entry.key))
    .sort((one, other) => one.saved_at - other.saved_at);
}

let sending: Promise<void> | undefined;

/** Sends what is waiting for this account, if it is logged in, and reports it. */
export function sendAll(queries: QueryClient, account: string): Promise<void> {
  sending ??= trySending(queries, account).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function trySending(queries: QueryClient, account: string): Promise<void> {
  const isBeingSaved = (key: string) => beingSaved.has(key);
  const { replies, reasons } = await sendQueue(
    queueStore,
    account,
    { send: logAsOwner, failureOf },
    isBeingSaved,
  );
  for (const fresh of replies) {
    const queryKey = keyOf(projectCalls.loadStudentProject, { project_id: fresh._id });
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, fresh);
  }
  if (replies.length > 0) {
    void refresh(queries, projectCalls.getProjectsByStudent);
    notify.success(
      t(
        '{n, plural, one {The entry on this phone was sent.} other {The {n} entries on this phone were sent.}}',
        { n: replies.length },
      ),
      t('Hours logged'),
    );
  }
  const [reason] = reasons;
  if (reason !== undefined)
    notify.warning(
      t('{reason}. You can correct the entry in your hours log.', { reason }),
      t('Hours not accepted'),
    );
}

/** Asks the server first who is logged in: another tab may have logged in someone else. */
async function logAsOwner(entry: QueuedEntry): Promise<Project> {
  const session = await call(accountCalls.getCurrentUser, {}, { timeout: SEND_TIMEOUT, user: null });
  if (userOf('user' in session ? session : null) !== entry.account) throw new LoggedOut();
  return logHours(entry);
}

/** Sends waiting entries now, whenever the connection or the person is back, and at intervals. */
export function keepSending(queries: QueryClient, account: string): () => void {
  const trySend = () => {
    if (document.visibilityState === 'visible') void sendAll(queries, account);
  };
  const timer = setInterval(trySend, AGAIN);
  window.addEventListener('online', trySend);
  window.addEventListener('focus', trySend);
  document.addEventListener('visibilitychange', trySend);
  trySend();
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', trySend);
    window.removeEventListener('focus', trySend);
    document.removeEventListener('visibilitychange', trySend);
  };
}

/** Before a logout: sends what it can, and returns how many entries of this account would be lost. */
export async function sendBeforeLogout(queries: QueryClient, account: string): Promise<number> {
  await sendAll(queries, account);
  return (await listQueue(account)).length;
}

/**
 * Logs out without losing what others saved on this phone: a logout deletes everything that is stored. Entries of people
 * whose session has expired are sent after their next login.
 */
export async function logoutForOne(account: string, logout: () => Promise<unknown>): Promise<void> {
  const all = await queueStore.list().catch(() => []);
  await logout();
  for (const entry of all)
    if (entry.account === account) await queueStore.remove(entry.key);
    else await queueStore.put(entry);
}
