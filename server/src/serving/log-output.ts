import pino from 'pino';

/** Characters that wait for a slow or failing output. Beyond these, lines are lost. */
const MOST_WAITING = 1_000_000;

/**
 * The log is written to the standard output. If that fails, because its disk is full or its reader is gone, only lines
 * are lost: without a listener, the error would end the process. Each line tries again.
 */
export function openLogOutput() {
  const output = pino.destination({ dest: process.stdout.fd, maxLength: MOST_WAITING });
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  const flush = output.flushSync.bind(output);
  // At the end of the process, the library retries until nothing waits, which on a full disk is forever.
  output.flushSync = () => {
    if (!isFailing) flush();
  };
  return output;
}
