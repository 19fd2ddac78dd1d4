/** PostgreSQL's `disk_full`, and what the system says of a folder: no space is left, or the quota is used up. */
const CODES: unknown[] = ['53100', 'ENOSPC', 'EDQUOT'];

/** Whether the disk of the database or of the file store is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.includes((error as { code?: unknown }).code) || isDiskFull(error.cause);
}
