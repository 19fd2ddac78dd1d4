import { msg, t } from '@waypost/contract/i18n';
import type { profileCalls, User } from '@waypost/contract/people/profiles/calls';
import { displayName, hasFileKey, viewOf } from '@waypost/contract/people/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Role } from '@waypost/contract/roles';
import type { UserFileKey } from '@waypost/contract/school-system/files/rules';
import { stateOfZip } from '@waypost/contract/zip-states';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { isSelf, mayAttachFile, mayAttachFilesTo, mayMovePin } from '../../platform/access/ownership.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { deleteFile, findFileFor } from '../../school-system/files/queries.ts';
import { toLocation } from '../../school-system/lists/present.ts';
import {
  archiveReplacedAgreement,
  attachFile,
  findPlaced,
  type LockedAccount,
  lockAccount,
  movePin,
} from './change-queries.ts';
import { lookUpsOf, zipLookUpsOf } from './limits.ts';
import { toSeenUser, toUser } from './present.ts';
import { saveProfile } from './profile-changes.ts';
import { findAcquaintance, findAdminsClient, findWholeUser, type WholeUser } from './queries.ts';

/** Profiles: reading and saving them, their files, and their locations (docs/behavior/profiles.md). */
export const profileHandlers: Handlers<typeof profileCalls> = {
  getUser: async ({ actor, input, now }, tx) => {
    const row = (await findTarget(tx, actor, input.id)) ?? refuse('not-found');
    const { id, role } = toUserKey(row);
    const { knows, isReleased } = role === 'Student' ? await acquaintanceOf(tx, actor, id) : STRANGER;
    const view = viewOf(actor, { id, role, knowsViewer: knows, isReleased }) ?? refuse('not-found');
    if ((view === 'applicant' || view === 'name') && !actor.approved) refuse('unapproved');
    if (role === 'Student')
      await recordStudentView(tx, actor, { action: 'view student', subject: toSubject(row.user) }, now);
    return toSeenUser(row, view);
  },

  saveProfile: async ({ actor, input, now, outside }, tx) => {
    const account = authorize(actor, await lockAccount(tx, actor), isSelf);
    requireRevision(account, input.revision);
    await saveProfile(tx, { actor, outside, now }, account, input.profile);
    return loadUser(tx, account);
  },

  /**
   * A newer file replaces the older one, which is deleted, except an agreement with which the account was approved:
   * that one is kept, and a student who replaced it must be approved again.
   */
  saveUserFile: async ({ actor, input, now, outside }, tx) => {
    const held = await lockAccount(tx, { clientId: actor.clientId, id: input.user_id });
    const account = authorize(actor, held, mayAttachFilesTo);
    if (!hasFileKey(account.role, input.key))
      refuse('invalid-input', undefined, { key: [t('this account has no such file')] });
    const [found] = await findFileFor(tx, {
      clientId: actor.clientId,
      fileId: input.file_id,
      callerId: actor.id,
    });
    const file = authorize(actor, found && { ...found, tiedTo: account.id }, mayAttachFile);
    if (input.key === 'profile_pic_id_fk' && !file.contentType.startsWith('image/'))
      refuse('invalid-input', undefined, { file_id: [t('this is not a picture')] });
    const column = columns[input.key];
    await attachFile(tx, account, file, column);
    const replaced = replacedBy(account, column, file.id);
    if (replaced && input.key === 'agreement_file_id_fk' && account.approved) {
      const reopen = account.id === actor.id && account.role === 'Student';
      await archiveReplacedAgreement(tx, account, replaced, { reopen, now });
      const details = { approval: reopen ? 'needed again' : 'unchanged' };
      await record(tx, actor, { action: 'replace agreement', subject: toSubject(account), details }, now);
    } else if (replaced) {
      const gone = await deleteFile(tx, authorize(actor, replaced, mayAttachFile));
      await outside.jobs.removeFiles(tx, gone ? [gone] : []);
    }
    if (account.id !== actor.id)
      await record(
        tx,
        actor,
        { action: 'save user file', subject: toSubject(account), details: { key: input.key } },
        now,
      );
    return loadUser(tx, account);
  },

  /** The pin stays where it was moved until an address field changes. */
  updateLatLong: async ({ actor, input }, tx) => {
    const { collection, id, lat, lon } = input;
    if (collection === 'opportunities' && actor.role === 'Business' && !actor.approved) refuse('unapproved');
    const found = await findPlaced(tx, collection, { clientId: actor.clientId, id });
    const thing = authorize(actor, found, mayMovePin[collection]);
    const place = (await movePin(tx, collection, thing, { lat, lon })) ?? refuse('not-found');
    return { location: toLocation(place) };
  },

  /** The coordinates of the address, otherwise of its ZIP code, otherwise not found; 502 if no service responds. */
  geocode: outsideTransaction(async ({ actor, input, now, outside }, transaction) => {
    await withinLimits(transaction, now, [lookUpsOf(actor)], async () => undefined);
    const answer = await outside.geocoder.geocode(input);
    if (answer === 'unreachable') refuse('outside-failure', t(NO_SERVICE));
    if (answer === 'not found') return { message: 'not found' };
    return { message: 'found', ...answer };
  }),

  getZipPlace: outsideTransaction(async ({ actor, input, now, outside }, transaction) => {
    await withinLimits(transaction, now, [zipLookUpsOf(actor)], async () => undefined);
    return { city: outside.geocoder.townOf(input.zip) ?? '', state: stateOfZip(input.zip) ?? '' };
  }),
};

/** The message for a failed lookup (docs/behavior/profiles.md#location). */
const NO_SERVICE = msg('The address service didn’t answer. Try again in a moment.');

const toUserKey = ({ user }: WholeUser) => ({ id: user.id, role: user.role });

/** The person with this id in the caller's client; for a SuperAdmin also an Admin of any. */
async function findTarget(tx: Tx, actor: Actor, userId: string): Promise<WholeUser | undefined> {
  if (actor.role !== 'SuperAdmin' || userId === actor.id) {
    const [row] = await findWholeUser(tx, { clientId: actor.clientId, userId });
    return row;
  }
  const clientId = await findAdminsClient(tx, userId);
  if (clientId === undefined) return undefined;
  await enterTenant(tx, clientId);
  const [row] = await findWholeUser(tx, { clientId, userId });
  return row;
}

/** A business that the student neither applied to nor works for. */
const STRANGER = { knows: false, isReleased: false };

async function acquaintanceOf(tx: Tx, actor: Actor, studentId: string): Promise<typeof STRANGER> {
  if (actor.role !== 'Business') return STRANGER;
  const [row] = await findAcquaintance(tx, { clientId: actor.clientId, businessId: actor.id, studentId });
  return row ?? STRANGER;
}

const toSubject = (user: {
  id: string;
  role: Role;
  firstName: string;
  lastName: string;
  businessName: string;
}) => ({
  id: user.id,
  name: displayName({
    role: user.role,
    first_name: user.firstName,
    last_name: user.lastName,
    business_name: user.businessName,
  }),
});

async function loadUser(tx: Tx, { clientId, id }: { clientId: string; id: string }): Promise<User> {
  const [row] = await findWholeUser(tx, { clientId, userId: id });
  return row ? toUser(row) : refuse('not-found');
}

const columns = {
  profile_pic_id_fk: 'profilePicId',
  resume_file_id_fk: 'resumeFileId',
  agreement_file_id_fk: 'agreementFileId',
} as const satisfies Record<UserFileKey, keyof LockedAccount>;

/** The file that a newer one replaces, unless the account still uses it elsewhere. */
function replacedBy(
  account: LockedAccount,
  column: (typeof columns)[UserFileKey],
  newId: string,
): { clientId: string; id: string; ownerId: string; tiedTo: string } | undefined {
  const id = account[column];
  if (id === null || id === newId) return undefined;
  const others = Object.values(columns).filter((other) => other !== column);
  if (others.some((other) => account[other] === id)) return undefined;
  return { clientId: account.clientId, id, ownerId: account.id, tiedTo: account.id };
}
