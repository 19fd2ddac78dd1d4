import type { Application } from '@waypost/contract/placements/applications/calls';
import { groupOf } from '@waypost/contract/placements/applications/rules';

interface Neighbors {
  previous: Application | undefined;
  next: Application | undefined;
  /** From 1; 0 if the application is not in the list. */
  position: number;
  count: number;
}

/**
 * The previous and next applicants in the order in which they applied: among those waiting for a reply,
 * plus this applicant, who may have just got one. If nobody else is waiting, among all.
 */
export function neighborsOf(rows: readonly Application[], id: string): Neighbors {
  const waiting = rows.filter(({ _id, status }) => _id === id || groupOf(status) === 'Open');
  const among = waiting.length > 1 ? waiting : rows;
  const index = among.findIndex(({ _id }) => _id === id);
  if (index < 0) return { previous: undefined, next: undefined, position: 0, count: among.length };
  return { previous: among[index - 1], next: among[index + 1], position: index + 1, count: among.length };
}
