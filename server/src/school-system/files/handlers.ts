import type { InputOf } from '@waypost/contract/call';
import { msg, t } from '@waypost/contract/i18n';
import { LIST_MAX } from '@waypost/contract/list-order';
import { refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import type { fileCalls, StoredFile } from '@waypost/contract/school-system/files/calls';
import {
  hasRoomFor,
  isPictureName,
  isShown,
  mayListResources,
  PICTURE_MAX_MEGAPIXELS,
  PICTURE_MAX_SIDE,
  type ResourceType,
  resourceTypeOf,
  resourceTypes,
} from '@waypost/contract/school-system/files/rules';
import { LIST_CHANGED, listFull, newOrder, nextOrdinal } from '@waypost/contract/school-system/lists/rules';
import type { Actor } from '../../platform/access/actor.ts';
import { networkOf } from '../../platform/access/addresses.ts';
import { record } from '../../platform/access/audit.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { createOnce } from '../../platform/access/creation-keys.ts';
import { authorize } from '../../platform/access/enforce.ts';
import {
  type Handlers,
  outsideTransaction,
  type Request,
  type Transaction,
} from '../../platform/access/handler.ts';
import { countInOrder, countTry, isReached, TooManyTries } from '../../platform/access/limits.ts';
import {
  mayDeleteFile,
  maySeeAgreements,
  maySeeFile,
  mayTranslateFile,
} from '../../platform/access/ownership.ts';
import { findPerson } from '../../platform/access/person-queries.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { TOO_LARGE } from '../../platform/access/upload.ts';
import { mayHaveCommitted, type Tx } from '../../platform/database/connect.ts';
import { acceptDocument, fittingName } from '../../platform/outside/documents.ts';
import { FileMissing, newFileKey } from '../../platform/outside/file-store.ts';
import { acceptPicture } from '../../platform/outside/pictures.ts';
import { ownFileRemoved } from './file-changes.ts';
import { inTurnOf } from './limits.ts';
import { nameOfOwner, nameToSave, toAgreement, toFileRef, toResourceFile, toStoredFile } from './present.ts';
import {
  deleteFile,
  deleteOlderPictures,
  type FileRow,
  findAgreements,
  findFileFor,
  findFilesOf,
  findLogosClient,
  findResources,
  findShelfOf,
  insertFile,
  isRemoved,
  lockFilesOf,
  lockOwner,
  lockShelf,
  rememberRemoval,
  renumberShelf,
  translateFile,
} from './queries.ts';

/**
 * Files: uploading, listing one's own and the resources, downloading, removing (docs/behavior/files.md). A file that
 * the caller may not see does not exist for them.
 */
export const fileHandlers: Handlers<typeof fileCalls> = {
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

  /** Bytes first, then the row, so a row never refers to missing bytes. */
  uploadFile: outsideTransaction(async (request, transaction) => {
    const { actor, input, outside } = request;
    if (input.no_delete === 'true' && actor.role !== 'Admin') refuse('not-allowed');
    await admitUpload(request, transaction);
    const accepted = await accept(request);
    const storageKey = newFileKey();
    await outside.files.put(storageKey, accepted.bytes, accepted.type);
    let isKept = false;
    try {
      const reply = await transaction((tx) =>
        createOnce(tx, request, () => {
          isKept = true;
          return keep(tx, request, {
            storageKey,
            name: accepted.name,
            contentType: accepted.type,
            bytes: accepted.bytes.length,
          });
        }),
      );
      if (!isKept) await outside.files.remove(storageKey);
      return reply;
    } catch (error) {
      // Keep the bytes if the row may have been committed. If no row names them, they are swept up later.
      if (!mayHaveCommitted(error)) await outside.files.remove(storageKey);
      throw error;
    }
  }),

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

type Upload = Request<InputOf<typeof fileCalls.uploadFile>>;

/**
 * Counts an upload, or refuses it with 429. Uploads of others in the network leave each account a few, and those of other
 * unapproved accounts leave each of them a reserve.
 */
async function admitUpload({ actor, network, file, now }: Upload, transaction: Transaction): Promise<void> {
  const ofNetwork = budgetOf('uploads of a network', networkOf(network));
  const units = Math.ceil((file?.content.length ?? 0) / A_MEGABYTE);
  const isTrusted = actor.approved || isStaff(actor.role);
  const wait = await transaction(async (tx) => {
    const crowded = await isReached(tx, ofNetwork, now);
    const own = [
      budgetOf('uploads', actor.id, { crowded }),
      { ...budgetOf('uploaded megabytes', actor.id), units },
    ];
    const early = await countInOrder(tx, own, now);
    // Never refuses: it only tells that the network is crowded.
    if (early === 0) await countTry(tx, ofNetwork, now);
    if (early > 0 || isTrusted) return early;
    const shared = [
      budgetOf('megabytes of a network before approval', `${networkOf(network)} ${actor.clientId}`),
      budgetOf('megabytes before approval', actor.clientId),
    ].map((bound) => ({ ...bound, units }));
    const isFull = (await countInOrder(tx, shared, now)) > 0;
    return isFull ? countTry(tx, { ...budgetOf('reserved megabytes', actor.id), units }, now) : 0;
  });
  if (wait > 0) throw new TooManyTries(wait);
}

const A_MEGABYTE = 1024 * 1024;

/** The upload as it will be stored, and its name. Refuses a file that is too large or not what it claims to be. */
async function accept({ actor, network, input, file }: Upload) {
  if (!file) refuse('invalid-input', undefined, { fileupload: [t('choose a file')] });
  const isPicture = isPictureName(input.key ?? input.name);
  const isTrusted = actor.approved || isStaff(actor.role);
  const inTurn = inTurnOf({ id: actor.id, network: networkOf(network), isTrusted });
  const accepted = isPicture
    ? await acceptPicture(file.content, inTurn)
    : await acceptDocument(file.content, inTurn);
  if (accepted === 'too large') refuse('too-large', t(TOO_LARGE));
  if (typeof accepted === 'string') {
    const wrong = {
      locked: t(LOCKED),
      'too many pixels': tooManyPixels(),
      'wrong kind': t(isPicture ? NO_PICTURE : NO_DOCUMENT),
    };
    refuse('invalid-input', undefined, { fileupload: [wrong[accepted]] });
  }
  return { ...accepted, name: input.key || input.name || fittingName(file.name, accepted.extension) };
}

const LOCKED = msg(
  'this file needs a password, so nobody else could open it; save it without a password and choose it again',
);
const tooManyPixels = () =>
  t('choose a picture of at most {megapixels} megapixels, with no side longer than {side} pixels', {
    megapixels: `${PICTURE_MAX_MEGAPIXELS}`,
    side: PICTURE_MAX_SIDE.toLocaleString('en-US'),
  });
const NO_PICTURE = msg(
  'we can’t read this picture; choose a JPEG, PNG, WebP, or GIF of at most 25 megapixels',
);
const NO_DOCUMENT = msg('choose a PDF, Word, OpenDocument, JPEG, or PNG file');
const NO_ROOM = msg(
  'You have stored as many files as one account can hold. Remove some that you no longer need.',
);

/** One is enough, because the square picture is cropped from it. */
const FULL_PICTURE = 'profile_pic_full';

async function keep(
  tx: Tx,
  { actor, input, now, outside }: Upload,
  stored: { storageKey: string; name: string; contentType: string; bytes: number },
) {
  const shelf = resourceTypeOf(actor.role, input.description);
  // Resources outlive their uploader, and do not count as the uploader's files.
  if (
    !shelf &&
    !hasRoomFor(stored.bytes, await lockFilesOf(tx, actor), actor.approved || isStaff(actor.role))
  )
    refuse('conflict', t(NO_ROOM));
  const row = {
    ...stored,
    clientId: actor.clientId,
    ownerId: shelf ? null : actor.id,
    nameEs: (shelf && input.name_es) || '',
    description: input.description ?? '',
    shelf,
    noDelete: input.no_delete === 'true',
    createdAt: now,
  };
  const ordinal = shelf ? await lastPlaceOn(tx, actor, shelf) : 0;
  const kept = (await insertFile(tx, row, ordinal)) ?? refuse('our-fault');
  if (shelf) {
    const details = { list: `${shelf} resources`, name: kept.name };
    await record(tx, actor, { action: 'add to list', subject: kept, details }, now);
  }
  if (kept.name === FULL_PICTURE)
    await outside.jobs.removeFiles(tx, await deleteOlderPictures(tx, actor, kept));
  return toFileRef(kept) ?? refuse('our-fault');
}

/** The next resource's ordinal; 409 if there are as many as an order can contain. */
async function lastPlaceOn(tx: Tx, { clientId }: Actor, shelf: ResourceType): Promise<number> {
  const existing = await lockShelf(tx, clientId, shelf);
  if (existing.length >= LIST_MAX) refuse('conflict', listFull());
  return nextOrdinal(existing);
}

/** A student's résumé or agreement, opened by someone else. A picture in a list does not count as a view. */
const isStudentRecord = (caller: Actor, file: FileRow) =>
  file.ownerRole === 'Student' && !file.isPicture && (caller.admin !== null || caller.id !== file.ownerId);

async function recordView(tx: Tx, caller: Actor, file: FileRow, now: Date): Promise<void> {
  const subject = { id: file.ownerId ?? file.id, name: nameOfOwner(file) };
  const look = { action: 'open student file', subject, details: { file: file.name } } as const;
  await recordStudentView(tx, caller, look, now);
}
