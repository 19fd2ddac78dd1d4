import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../../access/actor.ts';
import { newFileKey } from '../../outside/file-store.ts';
import { businessContacts } from '../tables/contacts.ts';
import { files } from '../tables/files.ts';
import { guardians } from '../tables/guardians.ts';
import {
  businesses as businessTable,
  students as studentTable,
  userFocusAreas,
  users,
} from '../tables/people.ts';
import { aFamily, someContacts } from './around.ts';
import { businesses } from './businesses.ts';
import type { DemoMaking } from './fill.ts';
import { firstNames, lastNames } from './names.ts';
import { aLogo, aPdf } from './papers.ts';
import * as places from './places.ts';
import type { DemoSystem } from './school-system.ts';
import { sectors } from './sectors.ts';

export interface DemoStudent {
  id: string;
  firstName: string;
  lastName: string;
  /** Far enough to apply: the profile saved and the account approved. */
  ready: boolean;
}

export interface DemoPeople {
  students: DemoStudent[];
  businesses: { id: string; index: number; supervisorId: string | null }[];
  /** The accounts that can be signed in to. */
  student: DemoStudent;
}

const STUDENTS = 200;
const email = (name: string) => `${name}@demo.waypost.test`;

/** Everybody: the five accounts to sign in with, thirty businesses, two hundred students. */
export async function fillPeople(
  making: DemoMaking,
  system: DemoSystem,
  passwordHash: string,
): Promise<DemoPeople> {
  const { db, clientId, calendar } = making;
  const staff = { approved: true, saves: 1, passwordHash, createdAt: calendar.moment(-800) };
  await db.insert(users).values([
    {
      ...staff,
      clientId: PLATFORM,
      role: 'SuperAdmin',
      email: email('superadmin'),
      firstName: 'Robin',
      lastName: 'Keller',
    },
    { ...staff, clientId, role: 'Admin', email: email('admin'), firstName: 'Angela', lastName: 'Whitfield' },
    { ...staff, clientId, role: 'Teacher', email: email('teacher'), firstName: 'Thomas', lastName: 'Beck' },
    {
      ...staff,
      clientId,
      role: 'Teacher',
      email: email('teacher.okafor'),
      passwordHash: null,
      firstName: 'Ngozi',
      lastName: 'Okafor',
    },
  ]);
  const shops = await fillBusinesses(making, system, passwordHash);
  const pupils = await fillStudents(making, system, passwordHash);
  const [student] = pupils;
  if (!student) throw new Error('the demo has no students');
  return { students: pupils, businesses: shops, student };
}

async function fillBusinesses(
  { db, dice, calendar, files: store, clientId }: DemoMaking,
  system: DemoSystem,
  passwordHash: string,
) {
  const made: DemoPeople['businesses'] = [];
  for (const [index, business] of businesses.entries()) {
    const sector = sectors[business.sector];
    const town = places.towns[business.town];
    const id = randomUUID();
    const own = index === 0;
    // Two wait for approval and one has not finished its profile: staff have something to do.
    const approved = index < 27;
    const saves = index === 29 ? 0 : 2;
    const slug = business.name.toLowerCase().replace(/[^a-z]+/g, '-');
    const logo = saves ? await keepLogo(index, id) : null;
    await db.insert(users).values({
      clientId,
      id,
      role: 'Business',
      approved,
      saves,
      passwordHash: own ? passwordHash : null,
      email: own ? email('business') : email(`hello.${slug}`),
      businessName: business.name,
      street: business.street,
      city: places.townName(business.town),
      state: 'MD',
      zip: town.zip,
      lat: town.lat + (dice.next() - 0.5) * 0.02,
      lon: town.lon + (dice.next() - 0.5) * 0.02,
      profilePicId: logo,
      createdAt: calendar.moment(-dice.between(40, 1500)),
    });
    await db.insert(businessTable).values({
      clientId,
      userId: id,
      ...(saves && {
        businessBio: `<p>${business.line}</p><p>${sector.about}</p>`,
        featuredProjects: `<p>Ask us about what our last interns made: we keep it on the wall.</p><ul>${sector.logs
          .slice(0, 3)
          .map((log) => `<li>${log}</li>`)
          .join('')}</ul>`,
        careerOpportunities: `<p>${sector.careers}</p>`,
        internshipOpportunities: `<p>This year we offer:</p><ul>${sector.offers.map((offer) => `<li><strong>${offer.title}</strong>. ${offer.short}</li>`).join('')}</ul>`,
      }),
    });
    const address = own ? email('business') : email(`hello.${slug}`);
    const contacts = saves
      ? someContacts({ clientId, id, index, slug, contact: business.contact, email: address })
      : [];
    if (contacts.length > 0) await db.insert(businessContacts).values(contacts);
    if (saves)
      await db.insert(userFocusAreas).values(
        sector.areas.map((area) => ({
          clientId,
          userId: id,
          focusAreaId: system.focusAreas.get(area) ?? '',
        })),
      );
    made.push({ id, index, supervisorId: contacts[0]?.id ?? null });
  }
  return made;

  async function keepLogo(index: number, ownerId: string) {
    const content = await aLogo(index);
    return keep({ name: 'profile_pic_cropped.jpg', contentType: 'image/jpeg', content, ownerId });
  }

  async function keep(file: { name: string; contentType: string; content: Buffer; ownerId: string }) {
    const { content, ...row } = file;
    const id = randomUUID();
    const storageKey = newFileKey();
    await store.put(storageKey, content, file.contentType);
    await db.insert(files).values({ clientId, id, ...row, bytes: content.length, storageKey });
    return id;
  }
}

async function fillStudents(
  { db, dice, calendar, files: store, clientId }: DemoMaking,
  system: DemoSystem,
  passwordHash: string,
) {
  const names = pairs(dice);
  const userRows: (typeof users.$inferInsert)[] = [];
  const studentRows: (typeof studentTable.$inferInsert)[] = [];
  const areaRows: (typeof userFocusAreas.$inferInsert)[] = [];
  const guardianRows: (typeof guardians.$inferInsert)[] = [];
  const fileRows: (typeof files.$inferInsert)[] = [];
  const made: DemoStudent[] = [];
  const areaIds = [...system.focusAreas.values()];

  for (let index = 0; index < STUDENTS; index += 1) {
    const own = index === 0;
    const [firstName, lastName] = own
      ? (['Maya', 'Torres'] as const)
      : (names[index] ?? (['Alex', 'Doe'] as const));
    const id = randomUUID();
    // The last are new: twelve have no profile yet, twenty wait for approval, half of those without agreement.
    const saves = index >= 188 ? 0 : 1;
    const approved = index < 168;
    // Two signed up yesterday and have not opened the mailed link.
    const confirmed = index < 198;
    const signedUp = calendar.moment(-dice.between(saves ? 20 : 0, saves ? 700 : 12), dice.between(0, 600));
    const signed = approved || (saves === 1 && index % 2 === 0);
    const school = dice.pick(system.schools.slice(0, 5));
    const paper = async (key: string, called: string, lines: string[]) => {
      const content = aPdf(lines);
      const file = {
        clientId,
        id: randomUUID(),
        ownerId: id,
        name: `${key}.pdf`,
        contentType: 'application/pdf',
        bytes: content.length,
        storageKey: newFileKey(),
      };
      await store.put(file.storageKey, content, file.contentType);
      fileRows.push({ ...file, description: `${firstName} ${lastName}, ${called}.pdf` });
      return file.id;
    };
    userRows.push({
      clientId,
      id,
      role: 'Student',
      firstName,
      lastName,
      approved,
      saves,
      passwordHash: own ? passwordHash : null,
      email: own ? email('student') : email(`${firstName}.${lastName}.${index}`.toLowerCase()),
      confirmed,
      createdAt: confirmed ? signedUp : calendar.moment(-1),
      ...(saves && {
        street: `${dice.between(1, 990)} ${dice.pick(places.streets)}`,
        city: places.townName(school.town),
        state: 'MD',
        zip: places.towns[school.town].zip,
        lat: school.lat + (dice.next() - 0.5) * 0.08,
        lon: school.lon + (dice.next() - 0.5) * 0.08,
      }),
      agreementFileId: signed
        ? await paper('student_agreement_file', 'agreement', [
            'Work-Based Learning Agreement',
            `${firstName} ${lastName}`,
            'Signed by student and parent.',
          ])
        : null,
      resumeFileId:
        approved && (own || dice.chance(0.6))
          ? await paper('student_resume_file', 'résumé', [
              `${firstName} ${lastName}`,
              'Resume',
              'Languages, first jobs, what I am proud of.',
            ])
          : null,
    });
    if (saves) {
      const self = dice.pick(own ? selves.slice(0, 1) : selves);
      const graduationYear = calendar.graduating + dice.pick([0, 0, 0, 1, 1, 2]);
      const programId = dice.pick(system.programs).id;
      const { birth, rows } = aFamily(
        { clientId, id, index, lastName, approved, graduationYear },
        dice,
        calendar,
      );
      studentRows.push({
        clientId,
        userId: id,
        studentId: String(410_000 + index * 7),
        ...{ ...self, graduationYear, schoolId: school.id, programId, ...birth },
        cellPhone: `(443)555-0${String(100 + (index % 900)).slice(0, 3)}`,
      });
      guardianRows.push(...rows);
    } else studentRows.push({ clientId, userId: id });
    if (saves)
      for (const focusAreaId of dice.some(areaIds, dice.between(1, 3)))
        areaRows.push({ clientId, userId: id, focusAreaId });
    made.push({ id, firstName, lastName, ready: approved });
  }
  await db.insert(files).values(fileRows);
  await db.insert(users).values(userRows);
  await db.insert(studentTable).values(studentRows);
  await db.insert(guardians).values(guardianRows);
  await db.insert(userFocusAreas).values(areaRows);
  return made;
}

/** Gender and pronouns as people of every kind give them; Maya's stand first. */
const selves = [
  { gender: 'Female', pronouns: 'She/Her' },
  { gender: 'Male', pronouns: 'He/Him' },
  { gender: 'Female', pronouns: '' },
  { gender: 'Male', pronouns: '' },
  { gender: 'Non-Binary', pronouns: 'They/Them' },
] as const;

/** So many different pairs of names that no two students share both. */
function pairs(dice: DemoMaking['dice']): (readonly [string, string])[] {
  const all = firstNames.flatMap((first) => lastNames.map((last) => [first, last] as const));
  return dice.some(all, STUDENTS);
}
