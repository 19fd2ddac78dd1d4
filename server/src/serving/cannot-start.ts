import { CannotStart as DatabaseCannotStart } from '@waypost/embedded-database';
import { CannotStart } from '../config.ts';

/** The embedded database does not know which settings choose its folder, or another server. */
const DATABASE_SETTINGS =
  'DATA_DIR sets the data folder, and DATABASE_URL connects to a PostgreSQL 15 or later of your own.';

/** What to tell the operator instead of printing the error; undefined if it is not theirs to fix. */
export function messageForOperator(error: unknown): string | undefined {
  if (error instanceof DatabaseCannotStart) return `${error.message}\n${DATABASE_SETTINGS}`;
  if (error instanceof CannotStart) return error.message;
  return undefined;
}
