import { contactTypes } from '@waypost/contract/people/contact-log/rules';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { businessContacts } from '../platform/database/tables/contacts.ts';
import { users } from '../platform/database/tables/people.ts';
import { contactLogEntries, projects } from '../platform/database/tables/projects.ts';
import type { DemoMaking } from './fill-demo.ts';

const said = [
  'Settled in well. Asked for the safety glasses on the list; sent with the next pickup.',
  'Confirmed the hours for the coming weeks. School comes first during exams, and everyone agrees.',
  'Visited the workplace. Introduced to the crew by name, knows where the first-aid kit is.',
  'Reminded of the mid-point evaluation and explained the form.',
  'Was late twice. Talked about the bus; starts half an hour later from now on.',
];

/** Staff's log of calls and visits about some of the students with placements. */
export async function fillContactLog({ db, dice, calendar, clientId }: DemoMaking): Promise<void> {
  const student = alias(users, 'student');
  const staff = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), inArray(users.role, ['Teacher', 'Admin'])))
    .orderBy(asc(users.email));
  const placed = await db
    .select({ studentId: student.id, business: users.businessName, contact: businessContacts.name })
    .from(projects)
    .innerJoin(student, and(eq(student.clientId, projects.clientId), eq(student.id, projects.studentId)))
    .innerJoin(users, and(eq(users.clientId, projects.clientId), eq(users.id, projects.businessId)))
    .innerJoin(
      businessContacts,
      and(eq(businessContacts.clientId, projects.clientId), eq(businessContacts.id, projects.supervisorId)),
    )
    .where(and(eq(projects.clientId, clientId), eq(projects.businessStatus, 'open')))
    .orderBy(asc(student.email));
  const entries = placed.flatMap(({ studentId, business, contact }) =>
    Array.from({ length: dice.between(0, 2) }, () => {
      const day = -dice.between(2, 40);
      return {
        clientId,
        studentId,
        authorId: dice.pick(staff).id,
        logDate: calendar.day(day),
        primaryContactName: contact,
        contactRelationship: 'Supervisor',
        associatedBusiness: business,
        contactType: dice.pick(contactTypes),
        comments: dice.pick(said),
        createdAt: calendar.moment(day),
      };
    }),
  );
  await db.insert(contactLogEntries).values(entries);
}
