import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../platform/access/actor.ts';
import { clients } from '../platform/database/tables/clients.ts';
import { files } from '../platform/database/tables/files.ts';
import {
  evaluationQuestions,
  focusAreas,
  programs,
  reflectionQuestions,
  schools,
  settings,
} from '../platform/database/tables/lists.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import type { DemoMaking } from './fill-demo.ts';
import { aPdf } from './pdf.ts';
import { aSchoolLogo } from './pictures.ts';
import * as places from './places.ts';

export interface DemoSystem {
  clientId: string;
  schools: { id: string; name: string; type: string; lat: number; lon: number; town: places.Town }[];
  programs: { id: string; name: string }[];
  focusAreas: Map<string, string>;
}

/** A text and its Spanish. */
type InBoth = readonly [original: string, spanish: string];

const reflections: readonly InBoth[] = [
  [
    'What did you expect of this placement, and what surprised you in your first week?',
    '¿Qué esperabas de esta práctica y qué te sorprendió en tu primera semana?',
  ],
  [
    'Describe a task that you learned to do. Who taught you, and how?',
    'Describe una tarea que aprendiste a hacer. ¿Quién te enseñó y cómo?',
  ],
  [
    'Describe a time something went wrong. What did you do?',
    'Describe una ocasión en la que algo salió mal. ¿Qué hiciste?',
  ],
  [
    'How does what you learn at school show up in this work?',
    '¿Cómo se nota en este trabajo lo que aprendes en la escuela?',
  ],
  [
    'How do the people you work with do things differently from each other, and what do you take from it?',
    '¿En qué se diferencian las personas con las que trabajas al hacer las cosas y qué aprendes de eso?',
  ],
  [
    'What would you tell a student who begins here after you?',
    '¿Qué le dirías a un estudiante que empieza aquí después de ti?',
  ],
];

const evaluation: readonly InBoth[] = [
  [
    'Arrives on time and lets us know when something comes up',
    'Llega a tiempo y nos avisa cuando surge algo',
  ],
  ['Follows safety rules and instructions', 'Sigue las reglas de seguridad y las instrucciones'],
  ['Works well with others', 'Trabaja bien con los demás'],
  [
    'Communicates clearly with staff and customers',
    'Se comunica con claridad con el personal y los clientes',
  ],
  ['Takes initiative and asks good questions', 'Toma la iniciativa y hace buenas preguntas'],
  [
    'Shows growing skill in the tasks of the position',
    'Muestra cada vez más habilidad en las tareas del puesto',
  ],
  ['Accepts feedback and acts on it', 'Acepta los comentarios y los pone en práctica'],
  [
    'Looks and behaves as the workplace expects',
    'Se presenta y se comporta como lo espera el lugar de trabajo',
  ],
];

const resources: Record<string, readonly InBoth[]> = {
  student: [
    ['Work-based learning handbook', 'Manual de aprendizaje en el trabajo'],
    ['How to write a cover letter', 'Cómo escribir una carta de presentación'],
    ['Safety at work: what you may refuse', 'Seguridad en el trabajo: a qué puedes negarte'],
  ],
  business: [
    ['Welcoming an intern: a checklist', 'Cómo recibir a un pasante: lista de pasos'],
    ['What minors may and may not do at work', 'Qué pueden y qué no pueden hacer los menores en el trabajo'],
  ],
};

const toQuestions = (clientId: string, all: readonly InBoth[]) =>
  all.map(([questionText, questionTextEs], index) => ({
    clientId,
    questionText,
    questionTextEs,
    ordinal: index + 1,
  }));

const toName = (clientId: string, name: string) => ({
  clientId,
  name,
  nameEs: places.spanishField[name] ?? '',
});

/** The platform's defaults for new school systems: shorter lists of the same kind. */
export async function fillDefaults(db: DemoMaking['db']): Promise<void> {
  const clientId = PLATFORM;
  const names = (all: readonly string[]) =>
    all.slice(0, 6).map((name, index) => ({ ...toName(clientId, name), ordinal: index + 1 }));
  const questions = (all: readonly InBoth[]) => toQuestions(clientId, all.slice(0, 5));
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
    clientId,
    id: randomUUID(),
    name: 'logo.jpg',
    contentType: 'image/jpeg',
    shelf: 'logo',
    bytes: logo.length,
    storageKey: newFileKey(),
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
    names.map((name, index) => ({ ...toName(clientId, name), id: randomUUID(), ordinal: index + 1 }));
  const programRows = entries(cast.programs);
  const areaRows = entries(places.focusAreas);
  await db.insert(schools).values(schoolRows);
  await db.insert(programs).values(programRows);
  await db.insert(focusAreas).values(areaRows);
  await db.insert(reflectionQuestions).values(toQuestions(clientId, reflections));
  await db.insert(evaluationQuestions).values(toQuestions(clientId, evaluation));

  for (const [shelf, titles] of Object.entries(resources)) {
    for (const [index, [title, spanish]] of titles.entries()) {
      const content = aPdf([title, fullName]);
      const storageKey = newFileKey();
      await store.put(storageKey, content, 'application/pdf');
      await db.insert(files).values({
        clientId,
        name: `${title}.pdf`,
        nameEs: `${spanish}.pdf`,
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
