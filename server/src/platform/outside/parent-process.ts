const LOOK_MILLISECONDS = 500;

/**
 * Calls `end` once the parent process is gone. npm sends a signal only to the shell in between, which ends without
 * telling its child, so stopping `npm start` by its id would leave a server running.
 */
export function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, LOOK_MILLISECONDS);
  // This timer must not keep the process running.
  watch.unref();
}
