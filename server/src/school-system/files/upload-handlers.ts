import type { InputOf } from '@waypost/contract/call';
import { msg, t } from '@waypost/contract/i18n';
import { LIST_MAX } from '@waypost/contract/list-order';
import { refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import type { fileCalls } from '@waypost/contract/school-system/files/calls';
import {
  hasRoomFor,
  isPictureName,
  PICTURE_MAX_MEGAPIXELS,
  PICTURE_MAX_SIDE,
  type ResourceType,
  resourceTypeOf,
} from '@waypost/contract/school-system/files/rules';
import { listFull, nextOrdinal } from '@waypost/contract/school-system/lists/rules';
import type { Actor } from '../../platform/access/actor.ts';
import { networkOf } from '../../platform/access/addresses.ts';
import { record } from '../../platform/access/audit.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { createOnce } from '../../platform/access/creation-keys.ts';
import {
  type Handlers,
  outsideTransaction,
  type Request,
  type Transaction,
} from '../../platform/access/handler.ts';
import { countInOrder, countTry, isReached, TooManyTries } from '../../platform/access/limits.ts';
import { TOO_LARGE } from '../../platform/access/upload.ts';
import { mayHaveCommitted, type Tx } from '../../platform/database/connect.ts';
import { acceptDocument, fittingName } from '../../platform/outside/documents.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';
import { acceptPicture } from '../../platform/outside/pictures.ts';
import { inTurnOf } from './limits.ts';
import { toFileRef } from './present.ts';
import { deleteOlderPictures, insertFile, lockFilesOf, lockShelf } from './queries.ts';

export const uploadHandlers: Handlers<Pick<typeof fileCalls, 'uploadFile'>> = {
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
};

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
