import type { AuditFilter } from '@waypost/contract/audit/calls';
import { type AuditAction, auditWords } from '@waypost/contract/audit/rules';

/** What the audit trail keeps in its address: `from` and `to` are calendar dates, both of them included. */
export interface AuditSearch {
  action?: AuditAction | undefined;
  person?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Makes sense of whatever stands in the address. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { action, person } = search;
  return {
    action: typeof action === 'string' && isAction(action) ? action : undefined,
    // The address keeps a number that was searched for as one.
    person: person === undefined || person === '' ? undefined : String(person).slice(0, 100),
    from: dateIn(search.from),
    to: dateIn(search.to),
  };
}

const isAction = (text: string): text is AuditAction => Object.hasOwn(auditWords, text);

const dateIn = (value: unknown) =>
  typeof value === 'string' && /^(19|2[01])\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** The call that an address asks for: whole days, as the reader's own clock has them. */
export function filterOf({ action, person, from, to }: AuditSearch): AuditFilter {
  return {
    action,
    person,
    from: from && midnight(from, 0),
    until: to && midnight(to, 1),
  };
}

function midnight(date: string, daysLater: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}
