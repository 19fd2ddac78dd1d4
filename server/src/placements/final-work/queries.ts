import { and, asc, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { projectFiles, projects } from '../../platform/database/tables/projects.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';

type LockedProject = Authorized<ProjectToChange>;

export async function saveSummary(tx: Tx, project: LockedProject, text: string, now: Date): Promise<void> {
  await tx.db
    .update(projects)
    .set({ finalSummary: text, finalSummaryUpdatedAt: now, updatedAt: now })
    .where(and(eq(projects.clientId, project.clientId), eq(projects.id, project.id)));
}

/** A file to add to a placement. It cannot be deleted until the transaction ends. */
export const findFileToAdd = prepared<{ clientId: string; fileId: string }>()(
  'findFileToAdd',
  (db, { clientId, fileId }) =>
    db
      .select({ id: files.id, ownerId: files.ownerId })
      .from(files)
      .where(and(eq(files.clientId, clientId), eq(files.id, fileId)))
      .for('key share'),
);

/** Locks a student's placements until the transaction ends. */
export const lockProjectsOf = prepared<{ clientId: string; studentId: string }>()(
  'lockProjectsOf',
  (db, { clientId, studentId }) =>
    db
      .select({
        id: projects.id,
        clientId: projects.clientId,
        studentId: projects.studentId,
        businessId: projects.businessId,
        business_status: projects.businessStatus,
      })
      .from(projects)
      .where(and(eq(projects.clientId, clientId), eq(projects.studentId, studentId)))
      .orderBy(asc(projects.id))
      .for('no key update'),
);

/** The placements that a file is part of. */
export const findLinks = prepared<{ clientId: string; fileId: string }>()(
  'findLinks',
  (db, { clientId, fileId }) =>
    db
      .select({ projectId: projectFiles.projectId })
      .from(projectFiles)
      .where(and(eq(projectFiles.clientId, clientId), eq(projectFiles.fileId, fileId))),
);

export async function addFile(
  tx: Tx,
  project: LockedProject,
  file: Authorized<{ id: string }>,
  now: Date,
): Promise<void> {
  const link = { clientId: project.clientId, projectId: project.id, fileId: file.id, createdAt: now };
  const added = await tx.db.insert(projectFiles).values(link).onConflictDoNothing().returning();
  if (added.length > 0) await touchFinalProject(tx, project, now);
}

/** Removes a file from the placement. */
export async function removeLink(tx: Tx, project: LockedProject, fileId: string, now: Date): Promise<void> {
  const links = await tx.db
    .delete(projectFiles)
    .where(
      and(
        eq(projectFiles.clientId, project.clientId),
        eq(projectFiles.projectId, project.id),
        eq(projectFiles.fileId, fileId),
      ),
    )
    .returning({ fileId: projectFiles.fileId });
  if (links.length > 0) await touchFinalProject(tx, project, now);
}

const touchFinalProject = (tx: Tx, project: LockedProject, now: Date) =>
  tx.db
    .update(projects)
    .set({ finalProjectUpdatedAt: now, updatedAt: now })
    .where(and(eq(projects.clientId, project.clientId), eq(projects.id, project.id)));
