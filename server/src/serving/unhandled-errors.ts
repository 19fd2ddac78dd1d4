import type { Logger } from 'pino';
import { withoutData } from '../platform/database/without-data.ts';

/**
 * Keeps the server running after an error that nothing handled, and logs it (decision 86). Such an error is a fault:
 * errors are handled where they can occur.
 */
export function surviveUnhandledErrors(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (reason) =>
    log.error(withoutData(toError(reason)), 'unhandled rejection'),
  );
  process.on('uncaughtException', (error) => log.error(withoutData(toError(error)), 'uncaught exception'));
}

/** Anything can be thrown. What is not an error may be data, so only its type is logged. */
const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new TypeError(typeof thrown));
