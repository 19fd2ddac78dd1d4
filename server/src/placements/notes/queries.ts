import { and, desc, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { projectNotes } from '../../platform/database/tables/projects.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';

/** A placement's notes, the newest first. */
export const listNotes = prepared<{ clientId: string; projectId: string }>()(
  'listNotes',
  (db, { clientId, projectId }) =>
    db
      .select()
      .from(projectNotes)
      .where(and(eq(projectNotes.clientId, clientId), eq(projectNotes.projectId, projectId)))
      .orderBy(desc(projectNotes.createdAt), desc(projectNotes.id)),
);
export type FoundNote = Awaited<ReturnType<typeof listNotes>>[number];

export async function insertNote(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  note: { authorId: string; authorName: string; text: string; now: Date },
): Promise<void> {
  const { now, ...rest } = note;
  await tx.db
    .insert(projectNotes)
    .values({ clientId: project.clientId, projectId: project.id, createdAt: now, ...rest });
}
