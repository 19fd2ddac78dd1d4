import { and, asc, eq, type Placeholder, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { projectReflections } from '../../platform/database/tables/projects.ts';
import { type ProjectToChange, touchProject } from '../projects/change-queries.ts';

type ProjectKey = { clientId: string; projectId: string };
type ReflectionKey = ProjectKey & { reflectionId: string };

/** A question of that placement, and whether it is locked. */
export const findReflection = prepared<ReflectionKey>()('findReflection', (db, key) =>
  db
    .select({ id: projectReflections.id, status: projectReflections.status })
    .from(projectReflections)
    .where(
      and(
        eq(projectReflections.clientId, key.clientId),
        eq(projectReflections.projectId, key.projectId),
        eq(projectReflections.id, key.reflectionId),
      ),
    ),
);
type FoundReflection = Awaited<ReturnType<typeof findReflection>>[number];

/** Saves an answer. The first time, this unlocks the next question; editing it unlocks nothing. */
export async function saveAnswer(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  reflection: FoundReflection,
  answerText: string,
  now: Date,
): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([
    keepAnswer(tx, { ...key, reflectionId: reflection.id, answerText, now }),
    reflection.status === 'unlocked' ? unlockNext(tx, key) : null,
    touchProject(tx, { ...key, now }),
  ]);
}

const keepAnswer = prepared<ReflectionKey & { answerText: string; now: Date }>()('keepAnswer', (db, given) =>
  db
    .update(projectReflections)
    .set({ answerText: sql`${given.answerText}`, status: 'complete', answeredAt: sql`${given.now}` })
    .where(
      and(
        eq(projectReflections.clientId, given.clientId),
        eq(projectReflections.projectId, given.projectId),
        eq(projectReflections.id, given.reflectionId),
      ),
    ),
);

const lockedOf = ({ clientId, projectId }: { [K in keyof ProjectKey]: string | Placeholder }) =>
  and(
    eq(projectReflections.clientId, clientId),
    eq(projectReflections.projectId, projectId),
    eq(projectReflections.status, 'locked'),
  );

const unlockNext = prepared<ProjectKey>()('unlockNextReflection', (db, key) => {
  const next = db
    .select({ id: projectReflections.id })
    .from(projectReflections)
    .where(lockedOf(key))
    .orderBy(asc(projectReflections.ordinal))
    .limit(1);
  return db
    .update(projectReflections)
    .set({ status: 'unlocked' })
    .where(and(eq(projectReflections.clientId, key.clientId), eq(projectReflections.id, next)));
});

/** Unlocks every question that is still locked. */
export async function unlockAll(tx: Tx, project: Authorized<ProjectToChange>, now: Date): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([
    tx.db.update(projectReflections).set({ status: 'unlocked' }).where(lockedOf(key)),
    touchProject(tx, { ...key, now }),
  ]);
}
