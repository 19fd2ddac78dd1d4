import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { businessContacts } from '../src/platform/database/tables/contacts.ts';
import { files } from '../src/platform/database/tables/files.ts';
import { guardians } from '../src/platform/database/tables/guardians.ts';
import { evaluationQuestions, reflectionQuestions } from '../src/platform/database/tables/lists.ts';
import { projectFiles, projectReflections } from '../src/platform/database/tables/projects.ts';
import type { Clock } from '../src/platform/outside/clock.ts';
import type { Factories } from './factories.ts';
import { inserted } from './rows.ts';
import { aPdf } from './sample-files.ts';

/** A school system with one person of each role, and one of every entity that calls refer to. */
export async function aWorld(server: Factories & { clock: Clock }) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const otherStudent = await server.aStudent({ client });
  const business = await server.aBusiness({
    client,
    contacts: [
      { name: 'Grace', email: 'grace@waypost.test', phone: '(410)555-0100', roles: ['supervisor'] },
      { name: 'Dana' },
    ],
  });
  const [guardian] = await server.db.select().from(guardians).where(eq(guardians.studentId, student.id));
  const [, contact] = await server.db
    .select()
    .from(businessContacts)
    .where(eq(businessContacts.businessId, business.id))
    .orderBy(businessContacts.ordinal);
  if (!guardian || !contact) throw new Error('nobody was named');
  const opportunity = await server.anOpportunity({ business });
  const otherOpportunity = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity });
  const project = await server.aProject({ student, business });
  const linkedFile = await server.aFile(student);
  const key = { clientId: client.id, projectId: project.id };
  await server.db
    .insert(projectFiles)
    .values({ ...key, fileId: linkedFile.id, createdAt: server.clock.now() });
  const [reflection] = await server.db
    .select()
    .from(projectReflections)
    .where(eq(projectReflections.projectId, project.id))
    .orderBy(projectReflections.ordinal);
  const asked = await server.db
    .select()
    .from(reflectionQuestions)
    .where(eq(reflectionQuestions.clientId, client.id))
    .orderBy(reflectionQuestions.ordinal);
  const [reflectionQuestion] = asked;
  if (!reflection || !reflectionQuestion) throw new Error('the project has no questions');
  const admin = await server.anAdmin({ client });
  return {
    client,
    student,
    otherStudent,
    business,
    admin,
    guardian,
    contact,
    opportunity,
    otherOpportunity,
    application,
    project,
    linkedFile,
    reflection,
    reflectionQuestion,
    teacher: await server.aTeacher({ client }),
    owner: await server.aSuperAdmin(),
    hours: await server.someHours(project),
    file: await server.aFile(student),
    logo: await server.aFile(admin, { contentType: 'image/jpeg' }),
    resource: await inserted(
      server.db
        .insert(files)
        .values({
          clientId: client.id,
          name: 'guide.pdf',
          contentType: 'application/pdf',
          bytes: 4,
          storageKey: randomUUID(),
          shelf: 'student',
          ordinal: 1,
        })
        .returning(),
    ),
    reflectionQuestionIds: asked.map(({ id }) => id),
    evaluationQuestion: await inserted(
      server.db
        .insert(evaluationQuestions)
        .values({ clientId: client.id, questionText: 'Why?', ordinal: 1 })
        .returning(),
    ),
    pdf: aPdf(),
  };
}
export type World = Awaited<ReturnType<typeof aWorld>>;
