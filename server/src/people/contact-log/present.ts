import type { ContactLogEntry } from '@waypost/contract/people/contact-log/calls';
import type { FoundLogEntry } from './queries.ts';

export const toLogEntry = (row: FoundLogEntry, author_name: string): ContactLogEntry => ({
  _id: row.id,
  log_date: row.logDate,
  primary_contact_name: row.primaryContactName,
  contact_relationship: row.contactRelationship,
  associated_business: row.associatedBusiness,
  contact_type: row.contactType,
  comments: row.comments,
  author_name,
  createdAt: row.createdAt.toISOString(),
});
