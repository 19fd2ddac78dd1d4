import { utcDay, whyNotPastDay } from '@waypost/contract/dates';
import type { contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { LOGGED_WITHIN_YEARS } from '@waypost/contract/people/contact-log/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayUseContactLog } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toLogEntry } from './present.ts';
import { findLogged, insertEntry, listEntries } from './queries.ts';

/** Staff's log of contacts about a student. Every view and every entry is recorded (docs/behavior/contact-log.md). */
export const contactLogHandlers: Handlers<typeof contactLogCalls> = {
  addContactLogEntry: async ({ actor, input, now }, tx) => {
    const student = await studentOf(actor, input.student_id, tx);
    const { data } = input;
    const wrongDay = whyNotPastDay(data.log_date, utcDay(now), LOGGED_WITHIN_YEARS);
    if (wrongDay) refuse('invalid-input', undefined, { 'data.log_date': [wrongDay] });
    const entry = {
      authorId: actor.id,
      logDate: data.log_date,
      primaryContactName: data.primary_contact_name,
      contactRelationship: data.contact_relationship,
      associatedBusiness: data.associated_business,
      contactType: data.contact_type,
      comments: data.comments,
    };
    const made = await insertEntry(tx, student, entry, now);
    await record(tx, actor, { action: 'add contact log entry', subject: toSubject(student) }, now);
    return { message: 'success', entry: toLogEntry(made, actor.name) };
  },

  getContactLog: async ({ actor, input, now }, tx) => {
    const student = await studentOf(actor, input.student_id, tx);
    const found = await listEntries(tx, { clientId: student.clientId, studentId: student.id });
    await record(tx, actor, { action: 'view contact log', subject: toSubject(student) }, now);
    return found.map(({ author, ...row }) => toLogEntry(row, author ? nameOf(author) : ''));
  },
};

async function studentOf(actor: Actor, studentId: string, tx: Tx) {
  const [found] = await findLogged(tx, { clientId: actor.clientId, studentId });
  return authorize(actor, found, mayUseContactLog);
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

const toSubject = (student: { id: string; firstName: string; lastName: string }) => ({
  id: student.id,
  name: nameOf(student),
});
