import { msg, t } from '@waypost/contract/i18n';
import type { AgreementSetup, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { defaultTemplate } from '@waypost/contract/placements/agreements/template';
import { refuse } from '@waypost/contract/refusal';
import { record, recordView } from '../../platform/access/audit.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toTemplates, toTemplateVersion } from './present.ts';
import { allNamesOf, findSample, termsOf } from './queries.ts';
import {
  deleteTemplate,
  findAgreementSettings,
  findProgramId,
  findTemplateVersion,
  insertTemplateVersion,
  listTemplateVersions,
  lockTemplate,
  saveTemplate,
  updateAgreementSettings,
} from './template-queries.ts';

type SetupCalls = Pick<
  typeof agreementCalls,
  | 'getAgreementSetup'
  | 'saveAgreementSettings'
  | 'saveAgreementTemplate'
  | 'deleteAgreementTemplate'
  | 'getAgreementTemplateVersion'
  | 'getAgreementSample'
>;

/** An Admin's settings for agreements: their texts, the signing order, and when hours can be logged. */
export const setupHandlers: Handlers<SetupCalls> = {
  getAgreementSetup: ({ actor }, tx) => load(tx, actor.clientId),

  saveAgreementSettings: async ({ actor, input, now }, tx) => {
    const { signing_order: signingOrder, hours_before_signed: hoursBeforeSigned, second_proof } = input;
    const columns = { signingOrder, hoursBeforeSigned, secondProof: second_proof };
    await updateAgreementSettings(tx, actor.clientId, columns);
    const details = {
      changed: 'agreements',
      order: signingOrder,
      hours_before_signed: hoursBeforeSigned,
      second_proof,
    };
    await record(tx, actor, { action: 'save settings', details }, now);
    return load(tx, actor.clientId);
  },

  /** A saved text is a new version; existing agreements keep theirs. 409 if the author has not seen the newest. */
  saveAgreementTemplate: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const id = input._id ?? null;
    const before = id === null ? 0 : ((await lockTemplate(tx, { clientId, id })) ?? refuse('not-found'));
    if (input.version !== before) refuse('conflict', t(SAVED_MEANWHILE));
    const programId = input.program
      ? ((await findProgramId(tx, clientId, input.program)) ??
        refuse('invalid-input', undefined, { program: [t(NO_PROGRAM)] }))
      : null;
    const version = before + 1;
    const columns = { programId, internshipType: input.internship_type || null, version };
    const templateId = await saveTemplate(tx, { clientId, id }, columns).catch((error: unknown) => {
      if (violates(error, 'one_template_each')) refuse('conflict', t(TAKEN));
      throw error;
    });
    const row = { clientId, templateId, version, body: input.body, savedBy: actor.name, savedAt: now };
    await insertTemplateVersion(tx, row);
    await record(tx, actor, { action: 'save agreement template', details: { version } }, now);
    return load(tx, clientId);
  },

  deleteAgreementTemplate: async ({ actor, input, now }, tx) => {
    if (!(await deleteTemplate(tx, { clientId: actor.clientId, id: input._id }))) refuse('not-found');
    await record(tx, actor, { action: 'delete agreement template' }, now);
    return load(tx, actor.clientId);
  },

  getAgreementTemplateVersion: async ({ actor, input }, tx) => {
    const { clientId } = actor;
    const key = { clientId, templateId: input._id, version: Number(input.version) };
    const [found] = await findTemplateVersion(tx, key);
    return toTemplateVersion(found ?? refuse('not-found'));
  },

  getAgreementSample: async ({ actor, input, now }, tx) => {
    const [program, internshipType] = [input.program || null, input.internship_type || null];
    const found = await findSample(tx, actor.clientId, { program, internshipType });
    if (!found?.studentId) return { sample: null };
    const subject = { id: found.studentId, name: found.student };
    const details = { project: found.projectId };
    await recordView(tx, actor, { action: 'view project', subject, details }, now);
    return { sample: { names: allNamesOf(found), terms: termsOf(found) } };
  },
};

const NO_PROGRAM = msg('this program is no longer in your list');
const SAVED_MEANWHILE = msg(
  'Someone else saved this template in the meantime. Compare the two texts, then save again',
);
const TAKEN = msg('There is already a template for this program and internship type. Edit that one');

async function load(tx: Tx, clientId: string): Promise<AgreementSetup> {
  const [versions, [found]] = await Promise.all([
    listTemplateVersions(tx, { clientId }),
    findAgreementSettings(tx, { clientId }),
  ]);
  return {
    templates: toTemplates(versions),
    default_body: forReader({ locale: found?.locale ?? 'en', you: 'usted' }, defaultTemplate),
    signing_order: found?.signingOrder ?? 'parallel',
    hours_before_signed: found?.hoursBeforeSigned ?? true,
    second_proof: found?.secondProof ?? false,
  };
}
