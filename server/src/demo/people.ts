import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../platform/access/actor.ts';
import { consents } from '../platform/database/tables/consents.ts';
import { businessContacts } from '../platform/database/tables/contacts.ts';
import { files } from '../platform/database/tables/files.ts';
import { guardians } from '../platform/database/tables/guardians.ts';
import {
  businesses as businessTable,
  students as studentTable,
  userFocusAreas,
  userPrograms,
  userSchools,
  users,
} from '../platform/database/tables/people.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import type { DemoBusiness } from './businesses.ts';
import type { Calendar } from './calendar.ts';
import type { DemoMaking } from './fill-demo.ts';
import { aFamily, someContacts } from './guardians-and-contacts.ts';
import { firstNames, lastNames } from './names.ts';
import { aPdf } from './pdf.ts';
import { aFace, aLogo } from './pictures.ts';
import * as places from './places.ts';
import type { DemoSystem } from './school-system.ts';
import { sectors } from './sectors.ts';

export interface DemoStudent {
  id: string;
  firstName: string;
  lastName: string;
  /** Whether they can apply: profile saved and account approved. */
  ready: boolean;
}

export interface DemoFirm extends DemoBusiness {
  id: string;
  index: number;
  approved: boolean;
  /** Its contacts who supervise. The first has the address of the business's account. */
  supervisors: { id: string; name: string }[];
}

export interface DemoPeople {
  students: DemoStudent[];
  businesses: DemoFirm[];
  /** The first student: in the published school system, the one who can log in. */
  student: DemoStudent;
}

const email = (name: string) => `${name}@demo.waypost.test`;

/** The platform's own SuperAdmin. */
export async function fillOwner(
  { db, calendar }: { db: DemoMaking['db']; calendar: Calendar },
  passwordHash: string,
): Promise<void> {
  await db.insert(users).values({
    clientId: PLATFORM,
    role: 'SuperAdmin',
    email: email('superadmin'),
    firstName: 'Robin',
    lastName: 'Keller',
    approved: true,
    saves: 1,
    passwordHash,
    createdAt: calendar.moment(-800),
  });
}

/** All people of a school system: staff, businesses and students. */
export async function fillPeople(
  making: DemoMaking,
  system: DemoSystem,
  passwordHash: string,
): Promise<DemoPeople> {
  await fillStaff(making, system, passwordHash);
  const shops = await fillBusinesses(making, system, passwordHash);
  const pupils = await fillStudents(making, system, passwordHash);
  const [student] = pupils;
  if (!student) throw new Error('the demo has no students');
  return { students: pupils, businesses: shops, student };
}

async function fillStaff(making: DemoMaking, system: DemoSystem, passwordHash: string): Promise<void> {
  const { db, clientId, calendar, cast } = making;
  const published = new Set<string>();
  for (const { role, address, firstName, lastName, schools = [], programs = [] } of cast.staff) {
    const id = randomUUID();
    const canSignIn = cast.isPublished && !published.has(role);
    published.add(role);
    await db.insert(users).values({
      clientId,
      id,
      role,
      firstName,
      lastName,
      email: email(address),
      approved: true,
      saves: 1,
      passwordHash: canSignIn ? passwordHash : null,
      profilePicId: await storePicture(making, id, await aFace(`${firstName} ${lastName}`, true)),
      createdAt: calendar.moment(-800),
    });
    const userId = id;
    const schoolRows = schools.map((place) => ({
      clientId,
      userId,
      schoolId: system.schools[place]?.id ?? '',
    }));
    const programRows = programs.map((place) => ({
      clientId,
      userId,
      programId: system.programs[place]?.id ?? '',
    }));
    if (schoolRows.length > 0) await db.insert(userSchools).values(schoolRows);
    if (programRows.length > 0) await db.insert(userPrograms).values(programRows);
  }
}

/** Stores a profile picture. Returns its file's id. */
async function storePicture(
  { db, files: store, clientId }: DemoMaking,
  ownerId: string,
  content: Buffer,
): Promise<string> {
  const id = randomUUID();
  const storageKey = newFileKey();
  const contentType = 'image/jpeg';
  await store.put(storageKey, content, contentType);
  const name = 'profile_pic_cropped.jpg';
  await db
    .insert(files)
    .values({ clientId, id, ownerId, name, contentType, bytes: content.length, storageKey });
  return id;
}

async function fillBusinesses(making: DemoMaking, system: DemoSystem, passwordHash: string) {
  const { db, dice, calendar, clientId, cast } = making;
  const made: DemoFirm[] = [];
  for (const [index, business] of cast.businesses.all.entries()) {
    const sector = sectors[business.sector];
    const town = places.towns[business.town];
    const id = randomUUID();
    const own = cast.isPublished && index === 0;
    // Some wait for approval and the last has an unfinished profile, so that staff have something to do.
    const approved = index < cast.businesses.approved;
    const saves = index >= cast.businesses.finished ? 0 : 2;
    const slug = business.name.toLowerCase().replace(/[^a-z]+/g, '-');
    const number = cast.firstNumber / 10 + index;
    const logo = saves ? await storePicture(making, id, await aLogo(business.icon, number)) : null;
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
      ? someContacts({ clientId, id, index: number, slug, contact: business.contact, email: address })
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
    const supervisors = contacts.filter(({ roles }) => roles?.includes('supervisor'));
    made.push({ ...business, id, index, approved, supervisors });
  }
  return made;
}

async function fillStudents(making: DemoMaking, system: DemoSystem, passwordHash: string) {
  const { db, dice, calendar, files: store, clientId, cast } = making;
  const names = pairs(dice, cast.students.all);
  const userRows: (typeof users.$inferInsert)[] = [];
  const studentRows: (typeof studentTable.$inferInsert)[] = [];
  const areaRows: (typeof userFocusAreas.$inferInsert)[] = [];
  const guardianRows: (typeof guardians.$inferInsert)[] = [];
  const consentRows: (typeof consents.$inferInsert)[] = [];
  const fileRows: (typeof files.$inferInsert)[] = [];
  const made: DemoStudent[] = [];
  const areaIds = [...system.focusAreas.values()];

  for (let place = 0; place < cast.students.all; place += 1) {
    const index = cast.firstNumber + place;
    const own = cast.isPublished && place === 0;
    const [firstName, lastName] = own
      ? (['Maya', 'Torres'] as const)
      : (names[place] ?? (['Alex', 'Doe'] as const));
    const id = randomUUID();
    // The last are new: some have no profile yet, more wait for approval, half of those without an agreement.
    const saves = place < cast.students.finished ? 1 : 0;
    const approved = place < cast.students.approved;
    // The very last signed up yesterday and have not opened the mailed link.
    const confirmed = place < cast.students.confirmed;
    const signedUp = calendar.moment(-dice.between(saves ? 20 : 0, saves ? 700 : 12), dice.between(0, 600));
    const signed = approved || (saves === 1 && index % 2 === 0);
    const school = dice.pick(system.schools.filter(({ type }) => type === 'High'));
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
    // Three in four have a picture.
    const hasPicture = own || (saves > 0 && place % 4 > 0);
    userRows.push({
      clientId,
      id,
      role: 'Student',
      profilePicId: hasPicture
        ? await storePicture(making, id, await aFace(`${firstName} ${lastName}`))
        : null,
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
      const { birth, rows, consent } = aFamily(
        { clientId, id, index, lastName, approved, graduationYear },
        dice,
        calendar,
      );
      studentRows.push({
        clientId,
        userId: id,
        studentId: String(410_000 + index * 7),
        ...self,
        graduationYear,
        schoolId: school.id,
        programId,
        ...birth,
        cellPhone: `(443)555-0${String(100 + (index % 900)).slice(0, 3)}`,
      });
      guardianRows.push(...rows);
      if (consent) consentRows.push(consent);
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
  if (consentRows.length > 0) await db.insert(consents).values(consentRows);
  await db.insert(userFocusAreas).values(areaRows);
  return made;
}

/** Genders and pronouns of all kinds; Maya's come first. */
const selves = [
  { gender: 'Female', pronouns: 'She/Her' },
  { gender: 'Male', pronouns: 'He/Him' },
  { gender: 'Female', pronouns: '' },
  { gender: 'Male', pronouns: '' },
  { gender: 'Non-Binary', pronouns: 'They/Them' },
] as const;

/** Different pairs of names, so that no two students share both. */
function pairs(dice: DemoMaking['dice'], count: number): (readonly [string, string])[] {
  const all = firstNames.flatMap((first) => lastNames.map((last) => [first, last] as const));
  return dice.some(all, count);
}
