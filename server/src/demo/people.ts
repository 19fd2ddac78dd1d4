import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../platform/access/actor.ts';
import { businessContacts } from '../platform/database/tables/contacts.ts';
import {
  businesses as businessTable,
  userFocusAreas,
  userPrograms,
  userSchools,
  users,
} from '../platform/database/tables/people.ts';
import type { DemoBusiness } from './businesses.ts';
import type { Calendar } from './calendar.ts';
import { demoEmail as email } from './cast.ts';
import type { DemoMaking } from './fill-demo.ts';
import { someContacts } from './guardians-and-contacts.ts';
import { aFace, aLogo, storePicture } from './pictures.ts';
import * as places from './places.ts';
import type { DemoSystem } from './school-system.ts';
import { sectors } from './sectors.ts';
import { type DemoStudent, fillStudents } from './students.ts';

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
