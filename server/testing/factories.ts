import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@waypost/contract/accounts/rules';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { PLATFORM } from '../src/access/actor.ts';
import { hashSecret } from '../src/access/sessions.ts';
import { clients } from '../src/database/tables/clients.ts';
import { files } from '../src/database/tables/files.ts';
import {
  focusAreas,
  programs,
  reflectionQuestions,
  schools,
  settings,
} from '../src/database/tables/lists.ts';
import { applications, opportunities, opportunityStudents } from '../src/database/tables/opportunities.ts';
import { businesses, sessions, students, users } from '../src/database/tables/people.ts';
import { evaluations, hourEntries, projectReflections, projects } from '../src/database/tables/projects.ts';
import type { Clock } from '../src/outside/clock.ts';

type Row<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Rows for a test, everything filled in but the point: `await anApplication({ status: 'Offered' })`. */
export function makeFactories(owner: Pool, clock: Clock) {
  const db = drizzle(owner);
  const name = (word: string) => `${word} ${randomBytes(3).toString('hex')}`;

  async function insert<T>(query: Promise<T[]>): Promise<T> {
    const [row] = await query;
    if (!row) throw new Error('nothing was inserted');
    return row;
  }

  /** A school system with one school, one program, two focus areas and two reflection questions. */
  async function aClient(given: Row<typeof clients> = {}) {
    const client = await insert(
      db
        .insert(clients)
        .values({ fullName: name('School system'), shortName: 'SS', maxUsers: 1000, ...given })
        .returning(),
    );
    const clientId = client.id;
    const school = await insert(
      db
        .insert(schools)
        .values({ clientId, name: name('School'), type: 'High', ordinal: 1 })
        .returning(),
    );
    const program = await insert(
      db
        .insert(programs)
        .values({ clientId, name: name('Program'), ordinal: 1 })
        .returning(),
    );
    const [area, otherArea] = await db
      .insert(focusAreas)
      .values([
        { clientId, name: name('Boats'), ordinal: 1 },
        { clientId, name: name('Bread'), ordinal: 2 },
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

  /** An account that is signed in: approved, and its profile saved once. */
  async function aUser(role: Role, given: Row<typeof users> & { client?: { id: string } } = {}) {
    const { client, ...columns } = given;
    const clientId =
      role === 'SuperAdmin' ? PLATFORM : (client?.id ?? columns.clientId ?? (await aClient()).id);
    const user = await insert(
      db
        .insert(users)
        .values({
          email: `${randomUUID()}@waypost.test`,
          role,
          firstName: 'Ada',
          lastName: name('Lovelace'),
          businessName: role === 'Business' ? name('Bayside Marine') : '',
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

  async function aStudent(given: Parameters<typeof aUser>[1] & { student?: Row<typeof students> } = {}) {
    const { student, ...columns } = given;
    const user = await aUser('Student', columns);
    await db.insert(students).values({
      studentId: 'S-1',
      gender: 'Female',
      graduationYear: 2027,
      parentName: 'Parent',
      ...student,
      clientId: user.clientId,
      userId: user.id,
    });
    return user;
  }

  async function aBusiness(given: Parameters<typeof aUser>[1] & { business?: Row<typeof businesses> } = {}) {
    const { business, ...columns } = given;
    const user = await aUser('Business', columns);
    await db.insert(businesses).values({
      contactName: 'Grace',
      contactEmail: 'grace@waypost.test',
      contactPhone: '(410)555-0100',
      ...business,
      clientId: user.clientId,
      userId: user.id,
    });
    return user;
  }

  const aTeacher = (given: Parameters<typeof aUser>[1] = {}) => aUser('Teacher', given);
  const anAdmin = (given: Parameters<typeof aUser>[1] = {}) => aUser('Admin', given);
  const aSuperAdmin = (given: Parameters<typeof aUser>[1] = {}) => aUser('SuperAdmin', given);

  /** An opportunity open to all whose window the clock stands in. `selected` makes it Specific. */
  async function anOpportunity(
    given: Row<typeof opportunities> & {
      business?: { id: string; clientId: string };
      selected?: { id: string }[];
    } = {},
  ) {
    const { business, selected = [], ...columns } = given;
    const owner = business ?? (await aBusiness());
    const opportunity = await insert(
      db
        .insert(opportunities)
        .values({
          title: name('Boat builder'),
          shortDescription: '<p>Build boats.</p>',
          skillsRequired: '<p>Care.</p>',
          fullDescription: '<p>Build boats all summer.</p>',
          audience: selected.length ? 'Specific' : 'Open',
          availableSlots: selected.length ? 0 : 3,
          opportunityType: 'Onsite',
          internshipType: 'Internship',
          timeFrame: 'Summer',
          compensation: 'Paid',
          applicationOpen: '2026-01-01',
          applicationClose: '2026-12-31',
          employmentStart: '2026-06-01',
          employmentStop: '2026-08-31',
          street: '2 Dock Street',
          city: 'Annapolis',
          state: 'MD',
          zip: '21401',
          lat: 38.9763,
          lon: -76.4853,
          ...columns,
          clientId: owner.clientId,
          businessId: owner.id,
        })
        .returning(),
    );
    for (const student of selected)
      await db
        .insert(opportunityStudents)
        .values({ clientId: owner.clientId, opportunityId: opportunity.id, studentId: student.id });
    return opportunity;
  }

  /** An application by a student to an opportunity of the same client, both made if not given. */
  async function anApplication(
    given: Row<typeof applications> & {
      student?: { id: string; clientId: string };
      opportunity?: { id: string; clientId: string };
    } = {},
  ) {
    const { student, opportunity, ...columns } = given;
    const client = student ?? opportunity ?? (await aStudent());
    const to =
      opportunity ?? (await anOpportunity({ business: await aBusiness({ clientId: client.clientId }) }));
    const by = student ?? (await aStudent({ clientId: client.clientId }));
    return insert(
      db
        .insert(applications)
        .values({
          status: 'New',
          coverLetter: '<p>Please.</p>',
          appliedAt: clock.now(),
          ...columns,
          clientId: client.clientId,
          opportunityId: to.id,
          studentId: by.id,
        })
        .returning(),
    );
  }

  /** A project at work, with its accepted application and two reflections, the first unlocked. */
  async function aProject(
    given: Row<typeof projects> & {
      student?: { id: string; clientId: string };
      business?: { id: string; clientId: string };
      opportunity?: { id: string; clientId: string; businessId: string | null };
    } = {},
  ) {
    const { student, business, opportunity, ...columns } = given;
    const clientId = (student ?? business ?? opportunity)?.clientId ?? (await aClient()).id;
    const owner =
      business ??
      (opportunity?.businessId ? { id: opportunity.businessId, clientId } : await aBusiness({ clientId }));
    const to = opportunity ?? (await anOpportunity({ business: owner, acceptedCount: 1 }));
    const by = student ?? (await aStudent({ clientId }));
    const application = await anApplication({ student: by, opportunity: to, status: 'Accepted' });
    const project = await insert(
      db
        .insert(projects)
        .values({
          ...columns,
          clientId,
          applicationId: application.id,
          opportunityId: to.id,
          studentId: by.id,
          businessId: owner.id,
        })
        .returning(),
    );
    await db.insert(projectReflections).values([
      {
        clientId,
        projectId: project.id,
        ordinal: 1,
        questionText: 'What did you learn?',
        status: 'unlocked',
      },
      { clientId, projectId: project.id, ordinal: 2, questionText: 'What was hard?' },
    ]);
    return project;
  }

  async function someHours(project: { id: string; clientId: string }, given: Row<typeof hourEntries> = {}) {
    return insert(
      db
        .insert(hourEntries)
        .values({
          startDate: '2026-03-02',
          endDate: '2026-03-02',
          totalHours: 4,
          textLog: 'Sanded the hull.',
          ...given,
          clientId: project.clientId,
          projectId: project.id,
        })
        .returning(),
    );
  }

  /** The mid-point evaluation of a project, without ratings, unless told otherwise. */
  async function anEvaluation(
    project: { id: string; clientId: string },
    given: Row<typeof evaluations> = {},
  ) {
    return insert(
      db
        .insert(evaluations)
        .values({
          ordinal: 1,
          evaluationDate: '2026-03-01',
          supervisor: 'Grace',
          internshipFacilitator: 'Mary',
          contactPhone: '(410)555-0100',
          term: 'Spring 2026',
          comments: '<p>Good.</p>',
          discussed: true,
          ...given,
          clientId: project.clientId,
          projectId: project.id,
        })
        .returning(),
    );
  }

  async function aFile(owner: { id: string; clientId: string }, given: Row<typeof files> = {}) {
    return insert(
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

  return {
    db,
    aClient,
    aUser,
    aStudent,
    aBusiness,
    aTeacher,
    anAdmin,
    aSuperAdmin,
    anOpportunity,
    anApplication,
    aProject,
    someHours,
    anEvaluation,
    aFile,
  };
}

export type Factories = ReturnType<typeof makeFactories>;
