import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { type FieldErrors, REQUIRED, refuse } from '@waypost/contract/refusal';
import type { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { NO_SETTINGS, whyNotComplete } from '@waypost/contract/school-system/settings/rules';
import { type Actor, PLATFORM } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { mayBeLogo } from '../../platform/access/ownership.ts';
import { hashPassword, requireGoodPassword } from '../../platform/access/passwords.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { deleteFile, findFileFor, lockOwner, markAsLogo } from '../files/queries.ts';
import { findFilledLists } from '../lists/queries.ts';
import { toAdminSettings, toSettings, toSettingsColumns } from './present.ts';
import { completeSettings, findSettings, lockSettings, updateSettings } from './queries.ts';

/** A school system's settings; visitors and SuperAdmins see the platform's (agreed-calls.csv). */
export const settingsHandlers: Handlers<typeof settingsCalls> = {
  getSettings: async ({ caller, outside }, tx) => {
    if (!caller) await enterTenant(tx, PLATFORM);
    const [found] = await findSettings(tx, { clientId: caller?.clientId ?? PLATFORM });
    if (!found) return [];
    return caller?.role === 'Admin'
      ? toAdminSettings(found, outside.shown)
      : toSettings(found, outside.shown);
  },

  /**
   * The default password must be a good one, because people log in with it. `fail` if the logo is not theirs to use;
   * 400 without a default password or a logo, in the form or saved before.
   */
  saveSettings: outsideTransaction(async (request, transaction) => {
    const { default_password: chosen, short_name, full_name } = request.input;
    if (chosen) requireGoodPassword('default_password', chosen, '', [short_name, full_name]);
    const defaultPasswordHash = chosen ? await hashPassword(chosen) : null;
    return transaction((tx) => save(tx, request, defaultPasswordHash));
  }),

  /** Possible once each of the five lists has entries; 409 names the empty ones. */
  setSettingsAsComplete: async (request, tx) => {
    const { actor, now } = request;
    const [found] = await findSettings(tx, { clientId: actor.clientId });
    if (!found) refuse('conflict', t(NO_SETTINGS));
    const obstacle = whyNotComplete(await findFilledLists(tx, actor.clientId));
    if (obstacle) refuse('conflict', obstacle);
    if (await completeSettings(tx, actor.clientId))
      await record(tx, actor, { action: 'save settings', details: { is_complete: true } }, now);
    return load(tx, request);
  },
};

type Saving = Request<InputOf<typeof settingsCalls.saveSettings>>;

async function save(tx: Tx, request: Saving, chosenHash: string | null) {
  const { actor, input, now } = request;
  // Until the end, nobody else can delete the upload.
  if (input.logo) await lockOwner(tx, actor);
  if (input.logo && !(await isUsable(tx, actor, input.logo))) return { message: 'fail' as const };
  const before = await lockSettings(tx, actor.clientId);
  requireRevision(before, input.revision);
  // Another save may just have replaced the logo that this one names.
  if (input.logo && !(await isUsable(tx, actor, input.logo))) return { message: 'fail' as const };
  const defaultPasswordHash = chosenHash ?? before.defaultPasswordHash;
  const logoFileId = input.logo ?? before.logoFileId;
  if (defaultPasswordHash === null || logoFileId === null)
    refuse('invalid-input', undefined, required({ default_password: defaultPasswordHash, logo: logoFileId }));
  const columns = { ...toSettingsColumns(input), defaultPasswordHash };
  await updateSettings(tx, actor.clientId, { ...columns, logoFileId });
  if (input.logo && input.logo !== before.logoFileId)
    await changeLogo(tx, request, input.logo, before.logoFileId);
  await record(tx, actor, { action: 'save settings', details: changesOf(before, columns, input) }, now);
  return load(tx, request);
}

/** The errors of the fields that have no value. */
const required = (values: Record<string, string | null>): FieldErrors =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value === null)
      .map(([field]) => [field, [t(REQUIRED)]]),
  );

async function load(tx: Tx, { actor, outside }: Pick<Request<unknown>, 'actor' | 'outside'>) {
  const [found] = await findSettings(tx, { clientId: actor.clientId });
  return toAdminSettings(found ?? refuse('our-fault'), outside.shown);
}

async function isUsable(tx: Tx, actor: Actor, fileId: string): Promise<boolean> {
  const [file] = await findFileFor(tx, { clientId: actor.clientId, fileId, callerId: actor.id });
  return file !== undefined && mayBeLogo(actor, file);
}

/** Makes the logo the school system's, so that it outlives its uploader. Deletes the previous logo. */
async function changeLogo(
  tx: Tx,
  { actor, outside }: Saving,
  fileId: string,
  formerId: string | null,
): Promise<void> {
  const key = { clientId: actor.clientId, callerId: actor.id };
  const [file] = await findFileFor(tx, { ...key, fileId });
  await markAsLogo(tx, authorize(actor, file, mayBeLogo));
  if (formerId === null) return;
  const [former] = await findFileFor(tx, { ...key, fileId: formerId });
  const gone = former && (await deleteFile(tx, authorize(actor, former, mayBeLogo)));
  await outside.jobs.removeFiles(tx, gone ? [gone] : []);
}

type Columns = ReturnType<typeof toSettingsColumns> & { defaultPasswordHash: string };

/** Which settings were changed. A password is never recorded. */
function changesOf(
  before: Awaited<ReturnType<typeof lockSettings>>,
  { defaultPasswordHash, ...texts }: Columns,
  input: Saving['input'],
): Record<string, string | boolean> {
  const known = new Map<string, unknown>(Object.entries(before));
  const columns = Object.entries({ ...texts, defaultPassword: defaultPasswordHash });
  known.set('defaultPassword', before.defaultPasswordHash);
  const changed = columns.filter(([column, value]) => known.get(column) !== value);
  const logo = input.logo !== undefined && input.logo !== before.logoFileId;
  return { changed: [...changed.map(([column]) => column), ...(logo ? ['logo'] : [])].join(', ') };
}
