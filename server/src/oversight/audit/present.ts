import type { AuditEntry, AuditHead } from '@waypost/contract/oversight/audit/calls';
import type { AuditAction } from '@waypost/contract/oversight/audit/rules';
import type { FoundEntry, FoundHead } from './queries.ts';

export const toAuditEntry = (row: FoundEntry): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  action: row.action as AuditAction,
  actor: { _id: row.actorId, name: row.actorName },
  admin: row.adminId === null ? null : { _id: row.adminId, name: row.adminName ?? '' },
  subject: row.subjectName === null ? null : { _id: row.subjectId, name: row.subjectName },
  details: row.details as AuditEntry['details'],
});

export const toAuditHead = ([head]: FoundHead): AuditHead => ({
  entries: head?.position ?? 0,
  code: head ? `${head.position}:${head.hash.toString('hex')}` : null,
});
