import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@waypost/contract/roles';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PLATFORM } from '../src/platform/access/actor.ts';
import { hashSecret } from '../src/platform/access/sessions.ts';
import { clients } from '../src/platform/database/tables/clients.ts';
import { businessContacts } from '../src/platform/database/tables/contacts.ts';
import { files } from '../src/platform/database/tables/files.ts';
import { guardians as guardianTable } from '../src/platform/database/tables/guardians.ts';
import {
  focusAreas,
  programs,
  reflectionQuestions,
  schools,
  settings,
} from '../src/platform/database/tables/lists.ts';
import { sessions } from '../src/platform/database/tables/logins.ts';
import { businesses, students, users } from '../src/platform/database/tables/people.ts';
import type { Clock } from '../src/platform/outside/clock.ts';
import { inserted, named, type Row } from './rows.ts';

const aContact = {
  name: 'Grace',
  email: 'grace@waypost.test',
  phone: '(410)555-0100',
  roles: ['supervisor', 'signatory'],
};

/** School systems, the people in them, and their files. */
export function makePeople(db: NodePgDatabase, clock: Clock) {
  /** A school system with one school, one program, two focus areas and two reflection questions. */
  async function aClient(given: Row<typeof clients> = {}) {
    const client = await inserted(
      db
        .insert(clients)
        .values({ fullName: named('School system'), shortName: 'SS', maxUsers: 1000, ...given })
        .returning(),
    );
    const clientId = client.id;
    const school = await inserted(
      db
        .insert(schools)
        .values({ clientId, name: named('School'), type: 'High', ordinal: 1 })
        .returning(),
    );
    const program = await inserted(
      db
        .insert(programs)
        .values({ clientId, name: named('Program'), ordinal: 1 })
        .returning(),
    );
    const [area, otherArea] = await db
      .insert(focusAreas)
      .values([
        { clientId, name: named('Boats'), ordinal: 1 },
        { clientId, name: named('Bread'), ordinal: 2 },
      ])
      .returning();
    if (!area || !otherArea) throw new Error('nothing was inserted');
    await db.insert(reflectionQuestions).values([
      { clientId, questionText: 'What did you learn?', ordinal: 1 },
      { clientId, questionText: 'What was hard?', ordinal: 2 },
    ]);
    await db
      .insert(settings)
      .values({ clientId, shortName: 'SS', fullName: client.fullName, isComplete: true });
    return { ...client, school, program, area, otherArea };
  }

  /** A signed-in account that is approved and whose profile has been saved once. */
  async function aUser(role: Role, given: Row<typeof users> & { client?: { id: string } } = {}) {
    const { client, ...columns } = given;
    const clientId =
      role === 'SuperAdmin' ? PLATFORM : (client?.id ?? columns.clientId ?? (await aClient()).id);
    const user = await inserted(
      db
        .insert(users)
        .values({
          email: `${randomUUID()}@waypost.test`,
          role,
          firstName: 'Ada',
          lastName: named('Lovelace'),
          businessName: role === 'Business' ? named('Bayside Marine') : '',
          approved: true,
          saves: 1,
          street: '1 Main Street',
          city: 'Annapolis',
          state: 'MD',
          zip: '21401',
          lat: 38.9784,
          lon: -76.4922,
          createdAt: clock.now(),
          ...columns,
          clientId,
        })
        .returning(),
    );
    const token = randomBytes(16).toString('hex');
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + 14 * 86_400_000);
    await db
      .insert(sessions)
      .values({ clientId, userId: user.id, tokenHash: hashSecret(token), lastSeenAt: now, expiresAt });
    return { ...user, token };
  }

  /** With one parent, unless `guardians` says otherwise. */
  async function aStudent(
    given: Parameters<typeof aUser>[1] & {
      student?: Row<typeof students>;
      guardians?: Row<typeof guardianTable>[];
    } = {},
  ) {
    const { student, guardians = [{ name: 'Parent' }], ...columns } = given;
    const user = await aUser('Student', columns);
    await db.insert(students).values({
      studentId: 'S-1',
      gender: 'Female',
      graduationYear: 2027,
      ...student,
      clientId: user.clientId,
      userId: user.id,
    });
    for (const [index, guardian] of guardians.entries())
      await db.insert(guardianTable).values({
        addedBy: 'student',
        ordinal: index + 1,
        ...guardian,
        clientId: user.clientId,
        studentId: user.id,
      });
    return user;
  }

  /** With one contact, unless `contacts` says otherwise. */
  async function aBusiness(
    given: Parameters<typeof aUser>[1] & {
      business?: Row<typeof businesses>;
      contacts?: Row<typeof businessContacts>[];
    } = {},
  ) {
    const { business, contacts = [aContact], ...columns } = given;
    const user = await aUser('Business', columns);
    await db.insert(businesses).values({
      ...business,
      clientId: user.clientId,
      userId: user.id,
    });
    for (const [index, contact] of contacts.entries())
      await db.insert(businessContacts).values({
        name: '',
        ordinal: index + 1,
        ...contact,
        clientId: user.clientId,
        businessId: user.id,
      });
    return user;
  }

  const aTeacher = (given: Parameters<typeof aUser>[1] = {}) => aUser('Teacher', given);
  const anAdmin = (given: Parameters<typeof aUser>[1] = {}) => aUser('Admin', given);
  const aSuperAdmin = (given: Parameters<typeof aUser>[1] = {}) => aUser('SuperAdmin', given);

  async function aFile(owner: { id: string; clientId: string }, given: Row<typeof files> = {}) {
    return inserted(
      db
        .insert(files)
        .values({
          name: 'resume.pdf',
          contentType: 'application/pdf',
          bytes: 4,
          storageKey: randomUUID(),
          ...given,
          clientId: owner.clientId,
          ownerId: owner.id,
        })
        .returning(),
    );
  }

  return { aClient, aUser, aStudent, aBusiness, aTeacher, anAdmin, aSuperAdmin, aFile };
}

export type People = ReturnType<typeof makePeople>;
