import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';
import { toTerminal } from './terminal.ts';

/** The log: short lines for a person at a terminal, JSON for a collector. It never has cookies or passwords. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const { stdout } = process;
  // A terminal that was closed loses lines, and nothing else.
  if (stdout.isTTY) stdout.on('error', () => undefined);
  return pino(
    { level: logLevel, redact: ['req.headers.cookie', 'req.headers.authorization', 'password'] },
    stdout.isTTY ? toTerminal(stdout) : openLogOutput(),
  );
}

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
