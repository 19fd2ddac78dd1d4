import type { auditCalls } from '@waypost/contract/oversight/audit/calls';
import type { Handlers } from '../../platform/access/handler.ts';
import { toAuditEntry, toAuditHead } from './present.ts';
import { countEntries, findEntries, findHead } from './queries.ts';

const PAGE = 100;

/** The audit trail: who did what to whom (docs/behavior/audit.md). */
export const auditHandlers: Handlers<typeof auditCalls> = {
  getAuditEntries: async (request, tx) => {
    const { before, limit, from, until, ...filter } = request.input;
    const wanted = {
      ...filter,
      clientId: request.actor.clientId,
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
    };
    const [entries, total] = await Promise.all([
      findEntries(tx, wanted, { before, limit: limit ?? PAGE }),
      countEntries(tx, wanted),
    ]);
    request.announceTotal(total);
    return entries.map(toAuditEntry);
  },

  getAuditHead: async ({ actor }, tx) => toAuditHead(await findHead(tx, { clientId: actor.clientId })),
};
