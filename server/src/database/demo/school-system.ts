import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../../access/actor.ts';
import { newFileKey } from '../../outside/file-store.ts';
import { clients } from '../tables/clients.ts';
import { files } from '../tables/files.ts';
import {
  evaluationQuestions,
  focusAreas,
  programs,
  reflectionQuestions,
  schools,
  settings,
} from '../tables/lists.ts';
import type { DemoMaking } from './fill.ts';
import { aPdf } from './papers.ts';
import { aSchoolLogo } from './pictures.ts';
import * as places from './places.ts';

export interface DemoSystem {
  clientId: string;
  schools: { id: string; name: string; type: string; lat: number; lon: number; town: places.Town }[];
  programs: { id: string; name: string }[];
  focusAreas: Map<string, string>;
}

const reflections = [
  'What did you expect of this placement, and what surprised you in your first week?',
  'Describe a task that you learned to do. Who taught you, and how?',
  'Tell of a moment when something went wrong. What did you do?',
  'How does what you learn at school show up in this work?',
  'What do the people you work with do differently from each other, and what do you take from it?',
  'What would you tell a student who begins here after you?',
];

const evaluation = [
  'Arrives on time and lets us know when something comes up',
  'Follows safety rules and instructions',
  'Works well with others',
  'Communicates clearly with staff and customers',
  'Takes initiative and asks good questions',
  'Shows growing skill in the tasks of the position',
  'Accepts feedback and acts on it',
  'Looks and behaves as the workplace expects',
];

const resources = {
  student: [
    'Work-based learning handbook',
    'How to write a cover letter',
    'Safety at work: what you may refuse',
  ],
  business: ['Welcoming an intern: a checklist', 'What minors may and may not do at work'],
};

/** The platform's defaults for new school systems: shorter lists of the same kind. */
export async function fillDefaults(db: DemoMaking['db']): Promise<void> {
  const clientId = PLATFORM;
  const names = (all: readonly string[]) =>
    all.slice(0, 6).map((name, index) => ({ clientId, name, ordinal: index + 1 }));
  const questions = (all: readonly string[]) =>
    all.slice(0, 5).map((questionText, index) => ({ clientId, questionText, ordinal: index + 1 }));
  await db.insert(programs).values(names(places.programs));
  await db.insert(focusAreas).values(names(places.focusAreas));
  await db.insert(reflectionQuestions).values(questions(reflections));
  await db.insert(evaluationQuestions).values(questions(evaluation));
}

/** The school system itself: its lists, settings and resources. */
export async function fillSchoolSystem({
  db,
  files: store,
  cast,
  passwordHash,
}: Omit<DemoMaking, 'clientId'> & { passwordHash: string }): Promise<DemoSystem> {
  const clientId = randomUUID();
  const { fullName, shortName, maxUsers } = cast;
  const network = `${shortName.toLowerCase()}.example`;
  await db.insert(clients).values({ id: clientId, fullName, shortName, maxUsers });
  const logo = await aSchoolLogo(cast);
  const logoFile = {
    ...{ clientId, id: randomUUID(), name: 'logo.jpg', contentType: 'image/jpeg', shelf: 'logo' },
    ...{ bytes: logo.length, storageKey: newFileKey() },
  };
  await store.put(logoFile.storageKey, logo, logoFile.contentType);
  await db.insert(files).values(logoFile);
  await db.insert(settings).values({
    clientId,
    fullName,
    shortName,
    phoneNumber: cast.phone,
    logoFileId: logoFile.id,
    defaultPasswordHash: passwordHash,
    facebook: `https://facebook.com/${network}`,
    instagram: `https://instagram.com/${network}`,
    isComplete: true,
  });

  const schoolRows = cast.schools.map(({ name, type, town, street }, index) => {
    const { zip, lat, lon } = places.towns[town];
    return {
      clientId,
      id: randomUUID(),
      name,
      type,
      street,
      city: places.townName(town),
      state: 'MD',
      zip,
      lat,
      lon,
      ordinal: index + 1,
      town,
    };
  });
  const entries = (names: readonly string[]) =>
    names.map((name, index) => ({ clientId, id: randomUUID(), name, ordinal: index + 1 }));
  const programRows = entries(cast.programs);
  const areaRows = entries(places.focusAreas);
  const questions = (texts: string[]) =>
    texts.map((questionText, index) => ({ clientId, questionText, ordinal: index + 1 }));
  await db.insert(schools).values(schoolRows);
  await db.insert(programs).values(programRows);
  await db.insert(focusAreas).values(areaRows);
  await db.insert(reflectionQuestions).values(questions(reflections));
  await db.insert(evaluationQuestions).values(questions(evaluation));

  for (const [shelf, titles] of Object.entries(resources)) {
    for (const [index, title] of titles.entries()) {
      const content = aPdf([title, fullName]);
      const storageKey = newFileKey();
      await store.put(storageKey, content, 'application/pdf');
      await db.insert(files).values({
        clientId,
        name: `${title}.pdf`,
        description: shelf,
        contentType: 'application/pdf',
        bytes: content.length,
        storageKey,
        shelf,
        ordinal: index + 1,
      });
    }
  }
  return {
    clientId,
    schools: schoolRows,
    programs: programRows,
    focusAreas: new Map(areaRows.map(({ name, id }) => [name, id])),
  };
}
