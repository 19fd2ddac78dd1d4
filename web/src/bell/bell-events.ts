import { BELL_EVENTS } from '@waypost/contract/bell/rules';

/** The lock that one tab of the browser holds, and the channel by which it tells the others. */
const NAME = 'waypost-bell';

/** Milliseconds before another try: longer after each that failed, and never the same for all browsers of a school. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 300_000;

/** Something is new; the stream is open, or lost; which of the two is it? */
type Word = 'new' | 'live' | 'lost' | 'which';

/**
 * Listens for new notices on one stream for all tabs: the tab that has the lock opens it and tells the others. `live`
 * says whether any tab has one; if not, each tab has to poll. Returns a function that stops it.
 */
export function followBell(told: () => void, live: (isLive: boolean) => void): () => void {
  // Without HTTPS there are no locks, and six tabs with a stream each would leave no connection for anything else.
  if (!navigator.locks) return () => undefined;
  const over = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let state: Word | null = null;
  const hear = (word: Word) => {
    if (word === 'new') told();
    else if (word === 'which') state && channel.postMessage(state);
    else live(word === 'live');
  };
  const say = (word: Word) => {
    if (over.signal.aborted) return;
    if (word !== 'new') state = word;
    hear(word);
    channel.postMessage(word);
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  channel.postMessage('which' satisfies Word);
  navigator.locks
    .request(NAME, { signal: over.signal }, () => keepOpen(say, over.signal))
    .catch(() => undefined);
  return () => {
    over.abort();
    channel.close();
  };
}

async function keepOpen(say: (word: Word) => void, over: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!over.aborted) {
    const opened = await open(say, over);
    say('lost');
    wait = opened ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
    await pause(wait * (0.5 + Math.random()), over);
  }
}

/** Resolves once the stream has ended: to whether it had ever been open. */
function open(say: (word: Word) => void, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stream = new EventSource(BELL_EVENTS);
    let opened = false;
    const end = () => {
      stream.close();
      resolve(opened);
    };
    stream.onopen = () => {
      opened = true;
      say('live');
      // Whatever came while nobody listened.
      say('new');
    };
    stream.addEventListener('notices', () => say('new'));
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
