import type { AuditEntry } from '@waypost/contract/audit/calls';
import type { AuditAction } from '@waypost/contract/audit/rules';
import type { FoundEntry } from './queries.ts';

export const toAuditEntry = (row: FoundEntry): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  action: row.action as AuditAction,
  actor: { _id: row.actorId, name: row.actorName },
  admin: row.adminId === null ? null : { _id: row.adminId, name: row.adminName ?? '' },
  subject: row.subjectName === null ? null : { _id: row.subjectId, name: row.subjectName },
  details: row.details as AuditEntry['details'],
});
