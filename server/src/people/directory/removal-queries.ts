import { groupOf } from '@waypost/contract/placements/applications/rules';
import { type ApplicationStatus, applicationStatuses } from '@waypost/contract/statuses';
import { and, asc, count, eq, inArray, isNull, notExists, or } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { namedPerson } from '../../platform/access/person-queries.ts';
import { endSessionsOf } from '../../platform/access/sessions.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projectFiles, projects } from '../../platform/database/tables/projects.ts';

const waiting = applicationStatuses.filter((status) => groupOf(status) === 'Open');

/**
 * Locks the open applications of a student, or at a business, before the account is locked. Accepting an offer moves
 * the application and then refers to both accounts; the opposite order here would deadlock.
 */
export const lockWaitingApplications = prepared<{ clientId: string; userId: string }>()(
  'lockWaitingApplications',
  (db, { clientId, userId }) =>
    db
      .select({ id: applications.id })
      .from(applications)
      .where(
        and(
          eq(applications.clientId, clientId),
          or(
            eq(applications.studentId, userId),
            inArray(
              applications.opportunityId,
              db
                .select({ id: opportunities.id })
                .from(opportunities)
                .where(and(eq(opportunities.clientId, clientId), eq(opportunities.businessId, userId))),
            ),
          ),
          inArray(applications.status, waiting),
        ),
      )
      .orderBy(asc(applications.id))
      .for('update'),
);

/**
 * Locks an account for its deletion. Nobody can apply, make offers or start placements in its name until the
 * transaction ends.
 */
export const lockAccountToRemove = prepared<{ clientId: string; userId: string }>()(
  'lockAccountToRemove',
  (db, { clientId, userId }) =>
    db
      .select(namedPerson)
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
      .for('update'),
);

type Account = Authorized<{ clientId: string; id: string }>;

/** How many running placements a student has, or a business hosts. */
export async function countRunning(tx: Tx, { clientId, id }: Account): Promise<number> {
  const [running] = await tx.db
    .select({ projects: count() })
    .from(projects)
    .where(
      and(
        eq(projects.clientId, clientId),
        or(eq(projects.studentId, id), eq(projects.businessId, id)),
        eq(projects.businessStatus, 'open'),
      ),
    );
  return running?.projects ?? 0;
}

/**
 * Deletes an account with everything that belongs only to it: its opportunities without applicants, and its files that
 * belong neither to a placement nor to the school system. Keeps what others need and closes open applications. Returns
 * the keys of the deleted files' bytes.
 */
export async function removeAccount(tx: Tx, account: Account, now: Date): Promise<string[]> {
  const { clientId, id } = account;
  await closeApplications(tx, account, now);
  await tx.db
    .delete(opportunities)
    .where(and(eq(opportunities.clientId, clientId), eq(opportunities.businessId, id), ofNoApplication(tx)));
  await endSessionsOf(tx, { clientId, userId: id });
  await tx.db.delete(users).where(and(eq(users.clientId, clientId), eq(users.id, id)));
  const gone = await tx.db
    .delete(files)
    .where(
      and(
        eq(files.clientId, clientId),
        eq(files.ownerId, id),
        isNull(files.shelf),
        ofNoProject(tx),
        ofNoLogo(tx),
      ),
    )
    .returning({ storageKey: files.storageKey });
  return gone.map(({ storageKey }) => storageKey);
}

/** Rescinds a student's applications and declines those at a business, because nobody is left to reply to them. */
async function closeApplications(tx: Tx, { clientId, id }: Account, now: Date): Promise<void> {
  const close = (status: ApplicationStatus, theirs: ReturnType<typeof eq>) =>
    tx.db
      .update(applications)
      .set({ status, updatedAt: now })
      .where(and(eq(applications.clientId, clientId), theirs, inArray(applications.status, waiting)));
  const offered = tx.db
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(and(eq(opportunities.clientId, clientId), eq(opportunities.businessId, id)));
  await close('Rescinded', eq(applications.studentId, id));
  // A business's note about a student is deleted with the student.
  await tx.db
    .update(applications)
    .set({ businessNotes: '', businessStars: 0 })
    .where(and(eq(applications.clientId, clientId), eq(applications.studentId, id)));
  await close('Declined', inArray(applications.opportunityId, offered));
}

const ofNoApplication = (tx: Tx) =>
  notExists(
    tx.db
      .select({ id: applications.id })
      .from(applications)
      .where(
        and(
          eq(applications.clientId, opportunities.clientId),
          eq(applications.opportunityId, opportunities.id),
        ),
      ),
  );

const ofNoProject = (tx: Tx) =>
  notExists(
    tx.db
      .select({ fileId: projectFiles.fileId })
      .from(projectFiles)
      .where(and(eq(projectFiles.clientId, files.clientId), eq(projectFiles.fileId, files.id))),
  );

const ofNoLogo = (tx: Tx) =>
  notExists(
    tx.db
      .select({ clientId: settings.clientId })
      .from(settings)
      .where(and(eq(settings.clientId, files.clientId), eq(settings.logoFileId, files.id))),
  );
