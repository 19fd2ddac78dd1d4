import { randomUUID } from 'node:crypto';
import { consents } from '../platform/database/tables/consents.ts';
import { files } from '../platform/database/tables/files.ts';
import { guardians } from '../platform/database/tables/guardians.ts';
import { students as studentTable, userFocusAreas, users } from '../platform/database/tables/people.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import { demoEmail as email } from './cast.ts';
import type { DemoMaking } from './fill-demo.ts';
import { aFamily } from './guardians-and-contacts.ts';
import { firstNames, lastNames } from './names.ts';
import { aPdf } from './pdf.ts';
import { aFace, storePicture } from './pictures.ts';
import * as places from './places.ts';
import type { DemoSystem } from './school-system.ts';

export interface DemoStudent {
  id: string;
  firstName: string;
  lastName: string;
  /** Whether they can apply: profile saved and account approved. */
  ready: boolean;
}

/** A student whose rows are being made. */
interface Newcomer extends DemoStudent {
  /** Among the students of all school systems, and of this one. */
  index: number;
  place: number;
  /** Whether this is Maya, who can log in. */
  own: boolean;
  hasProfile: boolean;
  approved: boolean;
  confirmed: boolean;
  signedUp: Date;
  school: DemoSystem['schools'][number];
}

const emptyRows = () => ({
  users: [] as (typeof users.$inferInsert)[],
  students: [] as (typeof studentTable.$inferInsert)[],
  areas: [] as (typeof userFocusAreas.$inferInsert)[],
  guardians: [] as (typeof guardians.$inferInsert)[],
  consents: [] as (typeof consents.$inferInsert)[],
  files: [] as (typeof files.$inferInsert)[],
});
type Rows = ReturnType<typeof emptyRows>;

/** The students of a school system, with their guardians and files. */
export async function fillStudents(
  making: DemoMaking,
  system: DemoSystem,
  passwordHash: string,
): Promise<DemoStudent[]> {
  const { db, dice, clientId, cast } = making;
  const names = pairs(dice, cast.students.all);
  const rows = emptyRows();
  const made: DemoStudent[] = [];
  for (let place = 0; place < cast.students.all; place += 1) {
    const student = signUp(making, system, place, names[place] ?? ['Alex', 'Doe']);
    rows.users.push(await makeUser(making, student, rows, passwordHash));
    if (student.hasProfile) addProfile(making, system, student, rows);
    else rows.students.push({ clientId, userId: student.id });
    const { id, firstName, lastName, ready } = student;
    made.push({ id, firstName, lastName, ready });
  }
  await db.insert(files).values(rows.files);
  await db.insert(users).values(rows.users);
  await db.insert(studentTable).values(rows.students);
  await db.insert(guardians).values(rows.guardians);
  if (rows.consents.length > 0) await db.insert(consents).values(rows.consents);
  await db.insert(userFocusAreas).values(rows.areas);
  return made;
}

function signUp(
  { dice, calendar, cast }: DemoMaking,
  system: DemoSystem,
  place: number,
  name: readonly [string, string],
): Newcomer {
  const own = cast.isPublished && place === 0;
  const [firstName, lastName] = own ? (['Maya', 'Torres'] as const) : name;
  // The last are new: some have no profile yet, more wait for approval, half of those without an agreement.
  const hasProfile = place < cast.students.finished;
  const approved = place < cast.students.approved;
  return {
    id: randomUUID(),
    index: cast.firstNumber + place,
    place,
    own,
    firstName,
    lastName,
    hasProfile,
    approved,
    ready: approved,
    // The very last signed up yesterday and have not opened the mailed link.
    confirmed: place < cast.students.confirmed,
    signedUp: calendar.moment(
      -dice.between(hasProfile ? 20 : 0, hasProfile ? 700 : 12),
      dice.between(0, 600),
    ),
    school: dice.pick(system.schools.filter(({ type }) => type === 'High')),
  };
}

async function makeUser(
  making: DemoMaking,
  student: Newcomer,
  rows: Rows,
  passwordHash: string,
): Promise<typeof users.$inferInsert> {
  const { dice, calendar, clientId } = making;
  const { id, index, own, firstName, lastName, hasProfile, approved, confirmed, school } = student;
  // Three in four have a picture.
  const hasPicture = own || (hasProfile && student.place % 4 > 0);
  const isSigned = approved || (hasProfile && index % 2 === 0);
  return {
    clientId,
    id,
    role: 'Student',
    profilePicId: hasPicture ? await storePicture(making, id, await aFace(`${firstName} ${lastName}`)) : null,
    firstName,
    lastName,
    approved,
    saves: hasProfile ? 1 : 0,
    passwordHash: own ? passwordHash : null,
    email: own ? email('student') : email(`${firstName}.${lastName}.${index}`.toLowerCase()),
    confirmed,
    createdAt: confirmed ? student.signedUp : calendar.moment(-1),
    ...(hasProfile && {
      street: `${dice.between(1, 990)} ${dice.pick(places.streets)}`,
      city: places.townName(school.town),
      state: 'MD',
      zip: places.towns[school.town].zip,
      lat: school.lat + (dice.next() - 0.5) * 0.08,
      lon: school.lon + (dice.next() - 0.5) * 0.08,
    }),
    agreementFileId: isSigned
      ? await storePaper(making, student, rows, {
          key: 'student_agreement_file',
          called: 'agreement',
          lines: [
            'Work-Based Learning Agreement',
            `${firstName} ${lastName}`,
            'Signed by student and parent.',
          ],
        })
      : null,
    resumeFileId:
      approved && (own || dice.chance(0.6))
        ? await storePaper(making, student, rows, {
            key: 'student_resume_file',
            called: 'résumé',
            lines: [`${firstName} ${lastName}`, 'Resume', 'Languages, first jobs, what I am proud of.'],
          })
        : null,
  };
}

/** Stores a PDF of a student. Returns its file's id. */
async function storePaper(
  { files: store, clientId }: DemoMaking,
  { id: ownerId, firstName, lastName }: Newcomer,
  rows: Rows,
  { key, called, lines }: { key: string; called: string; lines: string[] },
): Promise<string> {
  const content = aPdf(lines);
  const file = {
    clientId,
    id: randomUUID(),
    ownerId,
    name: `${key}.pdf`,
    description: `${firstName} ${lastName}, ${called}.pdf`,
    contentType: 'application/pdf',
    bytes: content.length,
    storageKey: newFileKey(),
  };
  await store.put(file.storageKey, content, file.contentType);
  rows.files.push(file);
  return file.id;
}

function addProfile(
  { dice, calendar, clientId }: DemoMaking,
  system: DemoSystem,
  { id, index, own, lastName, approved, school }: Newcomer,
  rows: Rows,
): void {
  const self = dice.pick(own ? selves.slice(0, 1) : selves);
  const graduationYear = calendar.graduating + dice.pick([0, 0, 0, 1, 1, 2]);
  const programId = dice.pick(system.programs).id;
  const family = aFamily({ clientId, id, index, lastName, approved, graduationYear }, dice, calendar);
  rows.students.push({
    clientId,
    userId: id,
    studentId: String(410_000 + index * 7),
    ...self,
    graduationYear,
    schoolId: school.id,
    programId,
    ...family.birth,
    cellPhone: `(443)555-0${String(100 + (index % 900)).slice(0, 3)}`,
  });
  rows.guardians.push(...family.rows);
  if (family.consent) rows.consents.push(family.consent);
  for (const focusAreaId of dice.some([...system.focusAreas.values()], dice.between(1, 3)))
    rows.areas.push({ clientId, userId: id, focusAreaId });
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
