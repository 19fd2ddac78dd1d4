import { randomUUID } from 'node:crypto';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, asc, eq, exists, notExists, sql } from 'drizzle-orm';
import { files } from '../platform/database/tables/files.ts';
import {
  applications,
  opportunityStudents,
  opportunities as opportunityTable,
  savedOpportunities,
} from '../platform/database/tables/opportunities.ts';
import { students, userSchools, users } from '../platform/database/tables/people.ts';
import {
  projectApprovals,
  projectNotes,
  projectReturns,
  projects,
} from '../platform/database/tables/projects.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import { demoEmail } from './cast.ts';
import type { DemoMaking } from './fill-demo.ts';
import type { DemoOpportunity } from './opportunities.ts';
import { aPdf } from './pdf.ts';
import type { DemoPeople } from './people.ts';
import { aFace } from './pictures.ts';
import type { DemoSystem } from './school-system.ts';

/* Rare states, so that every screen can show each of its states. */

const alumni = [
  ['Terrence', 'Holloway'],
  ['Paloma', 'Esquivel'],
  ['Judith', 'Abernathy'],
] as const;

const notes = [
  'Bus 14 arrives at 3:40. Agreed with the supervisor on a start at four.',
  'Wants to stay after graduation. Ask the business in spring.',
  'Short on hours because of a sprained ankle; makes them up in December.',
];

const remarks = [
  'Asked good questions on the phone. Invite.',
  'Strong letter. Check whether Saturdays are possible.',
  '',
];

/** Graduates, a duplicate account, work sent back, notes, and an opportunity for students by name. */
export async function fillStates(
  making: DemoMaking,
  system: DemoSystem,
  people: DemoPeople,
  opportunities: readonly DemoOpportunity[],
): Promise<void> {
  await fillAlumni(making, system);
  await fillTwin(making, people);
  await fillStaffWork(making);
  await fillNamedStudents(making, people, opportunities);
  await fillChoices(making, system, people, opportunities);
}

/** Two graduates whom staff have not deactivated yet, and one they have. */
async function fillAlumni(
  { db, dice, calendar, files: store, clientId, cast }: DemoMaking,
  system: DemoSystem,
) {
  for (const [place, [firstName, lastName]] of alumni.entries()) {
    const id = randomUUID();
    const content = aPdf(['Work-Based Learning Agreement', `${firstName} ${lastName}`]);
    const paper = {
      clientId,
      id: randomUUID(),
      ownerId: id,
      name: 'student_agreement_file.pdf',
      contentType: 'application/pdf',
      bytes: content.length,
      storageKey: newFileKey(),
    };
    const face = await aFace(`${firstName} ${lastName}`);
    const picture = {
      clientId,
      id: randomUUID(),
      ownerId: id,
      name: 'profile_pic_cropped.jpg',
      contentType: 'image/jpeg',
      bytes: face.length,
      storageKey: newFileKey(),
    };
    await store.put(paper.storageKey, content, paper.contentType);
    await store.put(picture.storageKey, face, picture.contentType);
    await db.insert(files).values([paper, picture]);
    const hasLeft = place === alumni.length - 1;
    const address = `${firstName}.${lastName}.${cast.shortName}`.toLowerCase();
    await db.insert(users).values({
      clientId,
      id,
      role: 'Student',
      firstName,
      lastName,
      saves: 3,
      approved: !hasLeft,
      email: demoEmail(address),
      agreementFileId: paper.id,
      profilePicId: picture.id,
      deactivatedAt: hasLeft ? calendar.moment(-60) : null,
      createdAt: calendar.moment(-900),
    });
    const school = dice.pick(system.schools.filter(({ type }) => type === 'High'));
    await db.insert(students).values({
      clientId,
      userId: id,
      schoolId: school.id,
      programId: dice.pick(system.programs).id,
      studentId: String(390_000 + cast.firstNumber + place),
      graduationYear: calendar.graduating - 1,
    });
  }
}

/** A student who signed up again instead of resetting the password. */
async function fillTwin({ db, calendar, clientId, cast }: DemoMaking, people: DemoPeople) {
  const twin = people.students[7];
  if (!twin) return;
  const id = randomUUID();
  await db.insert(users).values({
    clientId,
    id,
    role: 'Student',
    firstName: twin.firstName,
    lastName: twin.lastName,
    email: demoEmail(`${twin.firstName}.${twin.lastName}.again.${cast.shortName}`.toLowerCase()),
    createdAt: calendar.moment(-2),
  });
  await db.insert(students).values({ clientId, userId: id });
}

/** Of the finished placements without approval, one was sent back. Staff have notes on some. */
async function fillStaffWork({ db, calendar, clientId }: DemoMaking) {
  const [admin] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin')));
  if (!admin) throw new Error('the demo has no Admin');
  const approved = db
    .select({ one: sql`1` })
    .from(projectApprovals)
    .where(and(eq(projectApprovals.clientId, clientId), eq(projectApprovals.projectId, projects.id)));
  const placed = (status: BusinessStatus) =>
    db
      .select({ id: projects.id })
      .from(projects)
      .innerJoin(users, and(eq(users.clientId, projects.clientId), eq(users.id, projects.studentId)))
      .orderBy(asc(users.email))
      .where(
        and(
          eq(projects.clientId, clientId),
          eq(projects.businessStatus, status),
          status === 'completed' ? notExists(approved) : undefined,
        ),
      );
  const [sentBack] = await placed('completed').limit(1);
  if (sentBack)
    await db.insert(projectReturns).values({
      clientId,
      projectId: sentBack.id,
      item: 'summary',
      sentBackBy: admin.id,
      reason: 'Please say more about what you learned.',
      sentBackAt: calendar.moment(-2),
    });
  const running = await placed('open').limit(notes.length);
  if (running.length > 0)
    await db.insert(projectNotes).values(
      running.map(({ id: projectId }, index) => ({
        clientId,
        projectId,
        authorId: admin.id,
        authorName: `${admin.firstName} ${admin.lastName}`,
        text: notes[index] ?? '',
        createdAt: calendar.moment(-4 - index),
      })),
    );
}

/** An opportunity that its business offers to two students by name: one has not replied yet. */
async function fillNamedStudents(
  { db, calendar, clientId }: DemoMaking,
  people: DemoPeople,
  opportunities: readonly DemoOpportunity[],
) {
  const open = opportunities.find(
    ({ phase, businessId }) => phase === 'open' && businessId === people.businesses[2]?.id,
  );
  const [named] = await db
    .select()
    .from(opportunityTable)
    .where(and(eq(opportunityTable.clientId, clientId), eq(opportunityTable.id, open?.id ?? randomUUID())));
  const busy = db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.clientId, clientId), eq(projects.studentId, users.id)));
  const chosen = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.role, 'Student'),
        eq(users.approved, true),
        notExists(busy),
        exists(
          db
            .select({ one: sql`1` })
            .from(students)
            .where(
              and(
                eq(students.clientId, clientId),
                eq(students.userId, users.id),
                sql`birth_date is not null`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(users.email))
    .limit(2);
  if (!named || chosen.length < 2) return;
  const id = randomUUID();
  await db.insert(opportunityTable).values({
    ...named,
    id,
    title: 'Sail Repair Week',
    audience: 'Specific',
    availableSlots: 0,
    acceptedCount: 0,
  });
  await db
    .insert(opportunityStudents)
    .values(chosen.map(({ id: studentId }) => ({ clientId, opportunityId: id, studentId })));
  await db.insert(applications).values(
    chosen.map(({ id: studentId }, index) => ({
      clientId,
      opportunityId: id,
      studentId,
      coverLetter: '',
      status: index ? ('Declined' as const) : ('Offered' as const),
      appliedAt: calendar.moment(-1),
      createdAt: calendar.moment(-1),
      updatedAt: calendar.moment(-1),
    })),
  );
}

/** People's own choices and texts: preferred schools, saved opportunities, a business's remarks on applicants. */
async function fillChoices(
  { db, dice, calendar, clientId }: DemoMaking,
  system: DemoSystem,
  people: DemoPeople,
  opportunities: readonly DemoOpportunity[],
) {
  const [own] = people.businesses;
  await db
    .insert(userSchools)
    .values(system.schools.slice(0, 2).map(({ id }) => ({ clientId, userId: own?.id ?? '', schoolId: id })));
  const open = opportunities.filter(({ phase }) => phase === 'open');
  const hearts = people.students.slice(1, 25).flatMap(({ id: studentId, ready }) =>
    ready
      ? dice.some(open, dice.between(0, 3)).map(({ id: opportunityId }) => ({
          clientId,
          studentId,
          opportunityId,
          savedAt: calendar.moment(-dice.between(1, 20)),
        }))
      : [],
  );
  if (hearts.length > 0) await db.insert(savedOpportunities).values(hearts);
  const mine = opportunities.find(({ phase, businessId }) => phase === 'open' && businessId === own?.id);
  const applicants = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.clientId, clientId), eq(applications.opportunityId, mine?.id ?? randomUUID())))
    .orderBy(asc(applications.appliedAt));
  for (const [index, { id }] of applicants.entries())
    await db
      .update(applications)
      .set({ businessNotes: remarks[index % remarks.length] ?? '' })
      .where(and(eq(applications.clientId, clientId), eq(applications.id, id)));
}
