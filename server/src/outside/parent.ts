const LOOK_MILLISECONDS = 500;

/**
 * Calls `end` once the process that started this one is gone. npm passes a signal on to the shell between the two,
 * and that shell ends without a word to its child: whoever stopped `npm start` by its id would leave a server behind.
 */
export function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, LOOK_MILLISECONDS);
  // Watching is no reason to stay.
  watch.unref();
}
