import { BELL_EVENTS } from '@waypost/contract/messages/bell/rules';

/** The name of the lock that one tab acquires, and of the channel on which it informs the others. */
const NAME = 'waypost-bell';

/** Milliseconds between attempts. Each failure doubles the wait; a random factor spreads a school's browsers. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 300_000;

/** What tabs tell each other: there are new notices, the stream is live or lost, or a new tab asks which. */
type Word = 'new' | 'live' | 'lost' | 'which';

/**
 * Listens for new notices on one stream for all tabs: the tab that has the lock opens it and informs the others. Calls
 * `live` with whether that stream is open; while it is not, each tab has to poll. Returns a function that stops it.
 */
export function followBell(onNotice: () => void, live: (isLive: boolean) => void): () => void {
  // Locks need HTTPS, and some phones have no channel. Without them, six tabs with a stream each would use up the browser's
  // connections to the server.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return () => undefined;
  const over = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let state: Word | null = null;
  const receive = (word: Word) => {
    if (word === 'new') onNotice();
    else if (word === 'which') state && channel.postMessage(state);
    else live(word === 'live');
  };
  const send = (word: Word) => {
    if (over.signal.aborted) return;
    if (word !== 'new') state = word;
    receive(word);
    channel.postMessage(word);
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => receive(data);
  channel.postMessage('which' satisfies Word);
  navigator.locks
    .request(NAME, { signal: over.signal }, () => keepOpen(send, over.signal))
    .catch(() => undefined);
  return () => {
    over.abort();
    channel.close();
  };
}

async function keepOpen(send: (word: Word) => void, over: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!over.aborted) {
    const opened = await open(send, over);
    send('lost');
    wait = opened ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
    await pause(wait * (0.5 + Math.random()), over);
  }
}

/** Opens the stream. Resolves when it ends, with whether it was ever open. */
function open(send: (word: Word) => void, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stream = new EventSource(BELL_EVENTS);
    let opened = false;
    const end = () => {
      stream.close();
      resolve(opened);
    };
    stream.onopen = () => {
      opened = true;
      send('live');
      // Notices may have arrived while no stream was open.
      send('new');
    };
    stream.addEventListener('notices', () => send('new'));
    stream.addEventListener('ended', end);
    stream.onerror = end;
    over.addEventListener('abort', end);
  });
}

const pause = (milliseconds: number, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    over.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
