// Fails in ways that nothing handles, logs that, and runs until it is told to end. See serving/unhandled-errors.test.ts.
import pino from 'pino';
import { openLogOutput } from '../src/serving/log-output.ts';
import { surviveUnhandledErrors } from '../src/serving/unhandled-errors.ts';

const output = openLogOutput();
output.once('error', () => process.stderr.write('the log failed\n'));
const log = pino(output);
surviveUnhandledErrors(log);
process.once('SIGTERM', () => process.exit(0));
void Promise.reject(new TypeError('of ada@waypost.test'));
void Promise.reject('of ada@waypost.test');
setTimeout(() => {
  setTimeout(() => log.info('still running'));
  throw new RangeError('of ada@waypost.test');
});
setInterval(() => undefined, 60_000);
