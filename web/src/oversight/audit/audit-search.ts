import { cutText } from '@waypost/contract/graphemes';
import type { AuditFilter } from '@waypost/contract/oversight/audit/calls';
import { type AuditAction, auditWords } from '@waypost/contract/oversight/audit/rules';

/** The audit trail's query string. `from` and `to` are calendar dates, both inclusive. */
export interface AuditSearch {
  action?: AuditAction | undefined;
  person?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Parses a query string; invalid values are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { action, person } = search;
  return {
    action: typeof action === 'string' && isAction(action) ? action : undefined,
    // The router parses a search for digits as a number.
    person: person === undefined || person === '' ? undefined : cutText(String(person), 100),
    from: dateIn(search.from),
    to: dateIn(search.to),
  };
}

const isAction = (text: string): text is AuditAction => Object.hasOwn(auditWords, text);

const dateIn = (value: unknown) =>
  typeof value === 'string' && /^(19|2[01])\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Converts a query string to the call's filter: whole days in the reader's time zone. */
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
