import { type ResourceType, resourceTypes } from '@waypost/contract/school-system/files/rules';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { isReleased, knowsStudent } from '../../platform/access/knows-student.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { removedFiles, users } from '../../platform/database/tables/people.ts';
import { projectFiles } from '../../platform/database/tables/projects.ts';

const shownOfFile = {
  clientId: files.clientId,
  id: files.id,
  ownerId: files.ownerId,
  name: files.name,
  nameEs: files.nameEs,
  description: files.description,
  contentType: files.contentType,
  bytes: files.bytes,
  storageKey: files.storageKey,
  shelf: files.shelf,
  ordinal: files.ordinal,
  noDelete: files.noDelete,
  createdAt: files.createdAt,
};

/** A file with the facts that decide whether this caller may see it. */
export const findFileFor = prepared<{ clientId: string; fileId: string; callerId: string }>()(
  'findFileFor',
  (db, { clientId, fileId, callerId }) =>
    db
      .select({
        ...shownOfFile,
        ownerRole: users.role,
        ownerFirstName: users.firstName,
        ownerLastName: users.lastName,
        ownerBusinessName: users.businessName,
        isPicture: sql<boolean>`coalesce(${users.profilePicId} = ${files.id}, false)`,
        isResume: sql<boolean>`coalesce(${users.resumeFileId} = ${files.id}, false)`,
        isAgreement: sql<boolean>`coalesce(${users.agreementFileId} = ${files.id}, false)`,
        knowsOwner: sql<boolean>`${knowsStudent(files.clientId, callerId, files.ownerId)}
          and ${isReleased(files.clientId, files.ownerId)}`,
      })
      .from(files)
      .leftJoin(users, and(eq(users.clientId, files.clientId), eq(users.id, files.ownerId)))
      .where(and(eq(files.clientId, clientId), eq(files.id, fileId))),
);
export type FileRow = Awaited<ReturnType<typeof findFileFor>>[number];

/** The school system that uses this file as its logo, for any caller. */
export async function findLogosClient(tx: Tx, fileId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ client_id: string }>({
    name: 'find_logo',
    text: 'select client_id from find_logo($1)',
    values: [fileId],
  });
  return rows[0]?.client_id;
}

/** A person's uploads, the newest first. */
export const findFilesOf = prepared<{ clientId: string; ownerId: string }>()(
  'findFilesOf',
  (db, { clientId, ownerId }) =>
    db
      .select(shownOfFile)
      .from(files)
      .where(and(eq(files.clientId, clientId), eq(files.ownerId, ownerId)))
      .orderBy(desc(files.createdAt), desc(files.id)),
);

/** An account's current agreement and those it replaced since it was approved, the newest first. */
export const findAgreements = prepared<{ clientId: string; userId: string }>()(
  'findAgreements',
  (db, { clientId, userId }) =>
    db
      .select({
        id: files.id,
        name: files.name,
        createdAt: files.createdAt,
        replacedAt: sql<Date | null>`case when ${users.agreementFileId} = ${files.id} then null
          else ${files.replacedAt} end`.mapWith(files.replacedAt),
      })
      .from(files)
      .innerJoin(users, and(eq(users.clientId, files.clientId), eq(users.id, files.ownerId)))
      .where(
        and(
          eq(files.clientId, clientId),
          eq(files.ownerId, userId),
          or(isNotNull(files.replacedAt), eq(users.agreementFileId, files.id)),
        ),
      )
      .orderBy(desc(files.createdAt), desc(files.id)),
);

export const findResources = prepared<{ clientId: string; type: string }>()(
  'findResources',
  (db, { clientId, type }) =>
    db
      .select(shownOfFile)
      .from(files)
      .where(and(eq(files.clientId, clientId), eq(files.shelf, type), isNull(files.ownerId)))
      .orderBy(asc(files.ordinal), asc(files.createdAt), asc(files.id)),
);

/**
 * Locks the account until the transaction ends, so that only one call at a time uploads, deletes, or chooses a file for
 * this account. Adding a file to a placement locks the placement and the file instead.
 * Acquire it before the lock on a placement or file, or the calls could deadlock.
 */
export async function lockOwner(tx: Tx, owner: { clientId: string; id: string }): Promise<void> {
  await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, owner.clientId), eq(users.id, owner.id)))
    .for('no key update');
}

/** How much a person has uploaded. Locks the account. */
export async function lockFilesOf(
  tx: Tx,
  owner: { clientId: string; id: string },
): Promise<{ files: number; bytes: number }> {
  await lockOwner(tx, owner);
  const [kept] = await tx.db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${files.bytes}), 0)`,
    })
    .from(files)
    .where(and(eq(files.clientId, owner.clientId), eq(files.ownerId, owner.id)));
  return kept ?? { files: 0, bytes: 0 };
}

interface NewFile {
  clientId: string;
  ownerId: string | null;
  name: string;
  nameEs: string;
  description: string;
  contentType: string;
  bytes: number;
  storageKey: string;
  shelf: ResourceType | null;
  noDelete: boolean;
  createdAt: Date;
}

/** `ordinal` is a resource's position on its shelf, which must be locked. */
export async function insertFile(
  tx: Tx,
  file: NewFile,
  ordinal = 0,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await tx.db
    .insert(files)
    .values({ ...file, ordinal })
    .returning({ id: files.id, name: files.name });
  return row;
}

export async function translateFile(
  tx: Tx,
  file: Authorized<{ clientId: string; id: string }>,
  nameEs: string,
): Promise<void> {
  await tx.db
    .update(files)
    .set({ nameEs })
    .where(and(eq(files.clientId, file.clientId), eq(files.id, file.id)));
}

/** Makes a file the school system's logo. */
export async function markAsLogo(tx: Tx, file: Authorized<{ clientId: string; id: string }>): Promise<void> {
  await tx.db
    .update(files)
    .set({ shelf: 'logo', ownerId: null })
    .where(and(eq(files.clientId, file.clientId), eq(files.id, file.id)));
}

/** Who a resource is for; undefined if the file is not a resource. */
export async function findShelfOf(
  tx: Tx,
  { clientId, fileId }: { clientId: string; fileId: string },
): Promise<ResourceType | undefined> {
  const [one] = await tx.db
    .select({ shelf: files.shelf })
    .from(files)
    .where(
      and(
        eq(files.clientId, clientId),
        eq(files.id, fileId),
        isNull(files.ownerId),
        inArray(files.shelf, [...resourceTypes]),
      ),
    );
  return resourceTypes.find((type) => type === one?.shelf);
}

/**
 * Locks the resources of one type, and returns them in order. Nobody else can add or reorder them until the transaction
 * ends.
 */
export async function lockShelf(
  tx: Tx,
  clientId: string,
  shelf: ResourceType,
): Promise<{ id: string; ordinal: number }[]> {
  await tx.client.query({
    name: 'lockShelf',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${shelf} resources of ${clientId}`],
  });
  return tx.db
    .select({ id: files.id, ordinal: files.ordinal })
    .from(files)
    .where(and(eq(files.clientId, clientId), eq(files.shelf, shelf), isNull(files.ownerId)))
    .orderBy(asc(files.ordinal), asc(files.createdAt), asc(files.id))
    .for('no key update');
}

/** Numbers a shelf from 1 in this order, in one statement. The shelf must be locked. */
export async function renumberShelf(tx: Tx, clientId: string, ids: readonly string[]): Promise<void> {
  await tx.client.query(
    `update files set ordinal = new.place from unnest($2::uuid[]) with ordinality as new (id, place)
      where files.client_id = $1 and files.id = new.id`,
    [clientId, ids],
  );
}

const ofNoProject = (tx: Tx) =>
  notExists(
    tx.db
      .select({ fileId: projectFiles.fileId })
      .from(projectFiles)
      .where(and(eq(projectFiles.clientId, files.clientId), eq(projectFiles.fileId, files.id))),
  );

/**
 * Deletes a file's row and returns the key of its bytes, or undefined if it must stay because it is marked as permanent
 * or part of a placement.
 */
export async function deleteFile(
  tx: Tx,
  file: Authorized<{ clientId: string; id: string }>,
): Promise<string | undefined> {
  // Waits for a transaction that is adding it to a placement, and then sees the result.
  await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.clientId, file.clientId), eq(files.id, file.id)))
    .for('update');
  const [row] = await tx.db
    .delete(files)
    .where(
      and(
        eq(files.clientId, file.clientId),
        eq(files.id, file.id),
        eq(files.noDelete, false),
        ofNoProject(tx),
      ),
    )
    .returning({ storageKey: files.storageKey });
  return row?.storageKey;
}

/** Remembers for a day that an account's own file was removed, so that the owner may repeat it (docs/behavior/files.md). */
export async function rememberRemoval(
  tx: Tx,
  owner: { clientId: string; id: string },
  fileId: string,
  now: Date,
): Promise<void> {
  const row = { clientId: owner.clientId, userId: owner.id, fileId, removedAt: now };
  await tx.db.insert(removedFiles).values(row).onConflictDoNothing();
}

/** Whether this was the account's own file, and it was removed lately. */
export async function isRemoved(
  tx: Tx,
  owner: { clientId: string; id: string },
  fileId: string,
): Promise<boolean> {
  const found = await tx.db
    .select({ fileId: removedFiles.fileId })
    .from(removedFiles)
    .where(
      and(
        eq(removedFiles.clientId, owner.clientId),
        eq(removedFiles.userId, owner.id),
        eq(removedFiles.fileId, fileId),
      ),
    );
  return found.length > 0;
}

/** Deletes the full pictures that a newer one replaced; returns the keys of their bytes. */
export async function deleteOlderPictures(
  tx: Tx,
  owner: { clientId: string; id: string },
  newest: { id: string; name: string },
): Promise<string[]> {
  const rows = await tx.db
    .delete(files)
    .where(
      and(
        eq(files.clientId, owner.clientId),
        eq(files.ownerId, owner.id),
        eq(files.name, newest.name),
        ne(files.id, newest.id),
        eq(files.noDelete, false),
        ofNoProject(tx),
        notExists(
          tx.db
            .select({ id: users.id })
            .from(users)
            .where(
              and(
                eq(users.clientId, files.clientId),
                eq(users.id, files.ownerId),
                eq(users.profilePicId, files.id),
              ),
            ),
        ),
      ),
    )
    .returning({ storageKey: files.storageKey });
  return rows.map((row) => row.storageKey);
}
