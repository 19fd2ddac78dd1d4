import { msg, t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import type { fileCalls, StoredFile } from '@waypost/contract/school-system/files/calls';
import { isShown, mayListResources, resourceTypes } from '@waypost/contract/school-system/files/rules';
import { LIST_CHANGED, newOrder } from '@waypost/contract/school-system/lists/rules';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import {
  mayDeleteFile,
  maySeeAgreements,
  maySeeFile,
  mayTranslateFile,
} from '../../platform/access/ownership.ts';
import { findPerson } from '../../platform/access/person-queries.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { FileMissing } from '../../platform/outside/file-store.ts';
import { ownFileRemoved } from './file-changes.ts';
import { nameOfOwner, nameToSave, toAgreement, toResourceFile, toStoredFile } from './present.ts';
import {
  deleteFile,
  type FileRow,
  findAgreements,
  findFileFor,
  findFilesOf,
  findLogosClient,
  findResources,
  findShelfOf,
  isRemoved,
  lockOwner,
  lockShelf,
  rememberRemoval,
  renumberShelf,
  translateFile,
} from './queries.ts';
import { uploadHandlers } from './upload-handlers.ts';

/**
 * Files: uploading, listing one's own and the resources, downloading, removing (docs/behavior/files.md). A file that
 * the caller may not see does not exist for them.
 */
export const fileHandlers: Handlers<typeof fileCalls> = {
  ...uploadHandlers,

  getAgreements: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, userId: input.id };
    const [found] = await findPerson(tx, key);
    authorize(actor, found, maySeeAgreements);
    return (await findAgreements(tx, key)).map(toAgreement);
  },

  getUsersFiles: async ({ actor }, tx): Promise<StoredFile[]> =>
    (await findFilesOf(tx, { clientId: actor.clientId, ownerId: actor.id })).map(toStoredFile),

  getFileById: async ({ actor, input }, tx) =>
    toStoredFile((await findSeen(tx, actor, input.id)) ?? refuse('not-found')),

  getResourceFiles: async ({ actor, input }, tx) => {
    if (!mayListResources(actor.role, input.type)) refuse('not-allowed');
    return (await findResources(tx, { clientId: actor.clientId, type: input.type })).map(toResourceFile);
  },

  /**
   * Also removes one's own file from placements; its bytes are deleted after the commit. Deleting it again succeeds, for
   * a day. 409 for the agreement of an approved student, and for a file of an approved final project. `fail` if it is
   * marked as permanent or something else uses it.
   */
  deleteFile: async ({ actor, input, now, outside }, tx) => {
    await lockOwner(tx, actor);
    const [found] = await findFileFor(tx, keyOf(actor, input.file_id));
    if (!found && (await isRemoved(tx, actor, input.file_id))) return { message: 'success' };
    const file = authorize(actor, found, mayDeleteFile);
    if (file.noDelete) return { message: 'fail' };
    if (file.isAgreement && actor.role === 'Student' && actor.approved)
      refuse('conflict', t(KEEPS_AGREEMENT));
    if (file.ownerId === actor.id) await ownFileRemoved.tell(tx, actor, file.id, now);
    const shelf = resourceTypes.find((type) => type === file.shelf);
    const resources = shelf ? (await lockShelf(tx, actor.clientId, shelf)).map(({ id }) => id) : [];
    const storageKey = await deleteFile(tx, file);
    if (storageKey === undefined) return { message: 'fail' };
    await outside.jobs.removeFiles(tx, [storageKey]);
    if (file.ownerId === actor.id) await rememberRemoval(tx, actor, file.id, now);
    if (shelf) {
      await renumberShelf(
        tx,
        actor.clientId,
        resources.filter((id) => id !== file.id),
      );
      const details = { list: `${shelf} resources` };
      await record(tx, actor, { action: 'delete from list', subject: file, details }, now);
    }
    return { message: 'success' };
  },

  translateResource: async ({ actor, input, now }, tx) => {
    const [found] = await findFileFor(tx, keyOf(actor, input.file_id));
    const file = authorize(actor, found, mayTranslateFile);
    await translateFile(tx, file, input.name_es);
    const details = { list: `${file.shelf} resources`, name: file.name };
    await record(tx, actor, { action: 'edit list entry', subject: file, details }, now);
    return { message: 'success' };
  },

  /** 409 if the order does not contain exactly the resources of one type. */
  reorderFiles: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const [first] = input.list;
    const shelf = first && (await findShelfOf(tx, { clientId, fileId: first._id }));
    if (!shelf) return refuse('conflict', t(LIST_CHANGED));
    const existing = (await lockShelf(tx, clientId, shelf)).map(({ id }) => id);
    const ids = newOrder(existing, input.list) ?? refuse('conflict', t(LIST_CHANGED));
    await renumberShelf(tx, clientId, ids);
    await record(tx, actor, { action: 'reorder list', details: { list: `${shelf} resources` } }, now);
    return { message: 'success' };
  },

  getFile: outsideTransaction(async ({ caller, input, now, outside }, transaction) => {
    const found = await transaction(async (tx) => {
      const file = await findSeen(tx, caller, input.id);
      if (file && caller && isStudentRecord(caller, file)) await recordView(tx, caller, file, now);
      return file;
    });
    const file = found ?? refuse('not-found');
    try {
      return {
        content: await outside.files.get(file.storageKey),
        contentType: file.contentType,
        bytes: file.bytes,
        name: nameToSave(file),
        show: isShown(file.contentType),
        // A file's content never changes: a newer one has a new id.
        tag: file.isPicture ? file.id : null,
      };
    } catch (error) {
      if (error instanceof FileMissing) refuse('not-found');
      throw error;
    }
  }),
};

const KEEPS_AGREEMENT = msg(
  'Your approval is based on this agreement, so you can’t delete it. You can replace it with a newer one',
);

const keyOf = (actor: Actor, fileId: string) => ({
  clientId: actor.clientId,
  fileId,
  callerId: actor.id,
});

/** The file, if this caller may see it. */
async function findSeen(tx: Tx, caller: Actor | null, fileId: string): Promise<FileRow | undefined> {
  if (caller) {
    const [file] = await findFileFor(tx, keyOf(caller, fileId));
    if (file && maySeeFile(caller, file)) {
      const isStudents = file.ownerRole === 'Student' && file.ownerId !== caller.id;
      if (isStudents && caller.role === 'Business' && !caller.approved) refuse('unapproved');
      return file;
    }
  }
  const clientId = await findLogosClient(tx, fileId);
  if (clientId === undefined) return undefined;
  // The transaction's last query, because it leaves the caller's client for the logo's.
  await enterTenant(tx, clientId);
  const [logo] = await findFileFor(tx, { clientId, fileId, callerId: fileId });
  return logo && { ...logo, isPicture: true };
}

/** A student's résumé or agreement, opened by someone else. A picture in a list does not count as a view. */
const isStudentRecord = (caller: Actor, file: FileRow) =>
  file.ownerRole === 'Student' && !file.isPicture && (caller.admin !== null || caller.id !== file.ownerId);

async function recordView(tx: Tx, caller: Actor, file: FileRow, now: Date): Promise<void> {
  const subject = { id: file.ownerId ?? file.id, name: nameOfOwner(file) };
  const look = { action: 'open student file', subject, details: { file: file.name } } as const;
  await recordStudentView(tx, caller, look, now);
}
