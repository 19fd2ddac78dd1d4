import * as z from 'zod';
import { download, get, nothing, post } from '../../call.ts';
import { calendarDate, id, moment } from '../../fields.ts';
import { proofs } from '../../messages/proofs/rules.ts';
import { internshipTypes } from '../../opportunities/opportunities/rules.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { documentStates } from './document.ts';
import {
  AgreementSettingsInput,
  AgreementTermsInput,
  CodeInput,
  PaperInput,
  ReasonInput,
  SignatureInput,
  TemplateInput,
} from './forms.ts';
import {
  agreementActions,
  agreementStatuses,
  linkedParties,
  parties,
  signerObstacles,
  signingMethods,
  signingOrders,
} from './rules.ts';

const Names = z.object({
  student: z.string(),
  school: z.string(),
  program: z.string(),
  school_system: z.string(),
  business: z.string(),
  title: z.string(),
});

/** A business gets these only within the text, so the guardians are not among the placement's names. */
const SampleNames = Names.extend({ guardian: z.string(), guardian_relationship: z.string() });

const Terms = z.object({
  place: z.string(),
  start_date: calendarDate,
  end_date: calendarDate,
  schedule: z.string(),
  hours_per_week: z.number().nullable(),
  pay: z.string(),
  duties: z.string(),
  goals: z.string(),
  supervisor: z.string(),
  supervision: z.string(),
  hazardous: z.boolean(),
  guardian_signs: z.boolean(),
});

const Signature = z.object({
  party: z.enum(parties),
  name: z.string(),
  /** The name on file of the expected signer, if the typed name is another one; otherwise empty. */
  name_on_file: z.string(),
  method: z.enum(signingMethods),
  /** When it was signed; for a signature on paper, only the day is known. */
  signed_on: calendarDate,
  signed_at: moment.nullable(),
  /** The masked address of the link used for the signature; empty otherwise. */
  sent_to: z.string(),
  /** The second proof of a signature by link, and its masked address or phone number; null and empty without one. */
  proof: z.enum(proofs).nullable(),
  proof_to: z.string(),
  /** Who recorded a signature on paper; empty otherwise. */
  recorded_by: z.string(),
  /** The scan of a signature on paper, for the student and staff. */
  scan: FileRef.nullable(),
});
export type Signature = z.infer<typeof Signature>;

/** A person on file who can sign by a link, and whether they were sent one. */
const Signer = z.object({
  /**
   * Their id among the student's guardians or the business's contacts. A business sees no id, name or email of a
   * guardian.
   */
  _id: z.string(),
  party: z.enum(linkedParties),
  name: z.string(),
  email: z.string(),
  /** When the newest valid link was sent; null if none was. */
  sent_at: moment.nullable(),
  /** Why they cannot be sent one. */
  obstacle: z.enum(signerObstacles).nullable(),
  /** Whether the caller can send them one now. */
  may_send: z.boolean(),
});
export type Signer = z.infer<typeof Signer>;

export const Agreement = z.object({
  _id: z.string(),
  version: z.number(),
  /** Incremented with every change. A change names the revision that its author saw. */
  revision: z.number(),
  status: z.enum(agreementStatuses),
  /** The text as blocks: see `blocksOf`. */
  text: z.string(),
  /** The SHA-256 of the text, as hexadecimal digits; empty while it is a draft. */
  text_hash: z.string(),
  locale: z.string(),
  terms: Terms,
  /** The terms that the template requires and that are still empty. */
  missing: z.array(z.string()),
  /** The placement's supervisor, if the text names another one; otherwise empty. A new version names them. */
  other_supervisor: z.string(),
  signing_order: z.enum(signingOrders),
  parties: z.array(z.enum(parties)),
  signatures: z.array(Signature),
  /** Whether a guardian no longer has to sign, because the student turned 18 first. */
  guardian_released: z.boolean(),
  /**
   * Who can sign by link for a party that has not signed: shown to staff, and to a business for its own people. In a
   * draft, shown to staff: who may sign, and why someone cannot be asked.
   */
  signers: z.array(Signer),
  turn: z.array(z.enum(parties)),
  /** When their turn began. */
  turn_since: moment,
  actions: z.array(z.enum(agreementActions)),
  sent_at: moment.nullable(),
  expires_at: moment.nullable(),
  /** Who declined or voided it, and why; null otherwise. */
  closed: z.object({ reason: z.string(), by: z.string(), at: moment }).nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

/** A placement's agreement, for its two sides and staff. */
export const PlacementAgreement = z.object({
  project_id: z.string(),
  names: Names,
  /** The current version; null if the placement has none. */
  agreement: Agreement.nullable(),
  /** All versions, the newest first. */
  versions: z.array(
    z.object({
      version: z.number(),
      status: z.enum(agreementStatuses),
      updated_at: moment,
      /** The sealed PDF of a fully signed version, available moments after the last signature; null until then. */
      document: z.object({ code: z.string(), path: z.string(), sealed_at: moment }).nullable(),
    }),
  ),
  /** Whether the caller can start one, if there is none. */
  may_start: z.boolean(),
  /** Whether hours cannot be logged until the last signature. */
  hours_wait: z.boolean(),
  /** The names under which the caller signs, the usual one first; empty for someone who signs for nobody. */
  signs_as: z.array(z.string()),
  /** For staff, the id of the student if the birth date, which decides whether a guardian signs, is not known; otherwise empty. */
  birth_date_of: z.string(),
  /** Whether a signature on paper needs its scan, because signing by link takes a code as well. */
  needs_scan: z.boolean(),
});
export type PlacementAgreement = z.infer<typeof PlacementAgreement>;

export const AgreementTemplate = z.object({
  _id: z.string(),
  program: z.string().nullable(),
  internship_type: z.enum(internshipTypes).nullable(),
  version: z.number(),
  body: z.string(),
  versions: z.array(z.object({ version: z.number(), saved_at: moment, saved_by: z.string() })),
});
export type AgreementTemplate = z.infer<typeof AgreementTemplate>;

/** The text of any version of a template. */
export const TemplateVersion = z.object({
  version: z.number(),
  body: z.string(),
  saved_at: moment,
  saved_by: z.string(),
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

/** All of an Admin's choices about agreements. */
export const AgreementSetup = z.object({
  templates: z.array(AgreementTemplate),
  /** The text for placements without a template. */
  default_body: z.string(),
  signing_order: z.enum(signingOrders),
  hours_before_signed: z.boolean(),
  second_proof: z.boolean(),
});
export type AgreementSetup = z.infer<typeof AgreementSetup>;

/** A signed document as shown to anyone with its code, without names. */
export const CheckedDocument = z.object({
  code: z.string(),
  state: z.enum(documentStates),
  school_system: z.string(),
  version: z.number(),
  /** When the last of them signed. */
  signed_at: moment,
  signers: z.array(z.object({ party: z.enum(parties), initials: z.string() })),
  /** The file's hash, as hexadecimal digits. */
  sha256: z.string(),
});
export type CheckedDocument = z.infer<typeof CheckedDocument>;

const ofPlacement = z.object({ project_id: id });
const seen = ofPlacement.extend({ revision: z.number().int() });
const ofText = ofPlacement.extend({ text_hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** A placement's training agreement (docs/behavior/agreements.md). */
export const agreementCalls = {
  getAgreementSetup: get('/api/getAgreementSetup', nothing, AgreementSetup),
  saveAgreementSettings: post('/api/agreement_saveSettings', AgreementSettingsInput, AgreementSetup),
  /** 409 if another template applies to the same placements, or if someone else saved a newer version. */
  saveAgreementTemplate: post('/api/agreement_saveTemplate', TemplateInput, AgreementSetup, {
    creates: true,
  }),
  deleteAgreementTemplate: post('/api/agreement_deleteTemplate', z.object({ _id: id }), AgreementSetup),
  getAgreementTemplateVersion: get(
    '/api/getAgreementTemplateVersion',
    z.object({ _id: id, version: z.string().regex(/^[1-9]\d{0,5}$/) }),
    TemplateVersion,
  ),
  /** The newest placement that a template applies to, for a preview; null if there is none. */
  getAgreementSample: get(
    '/api/getAgreementSample',
    TemplateInput.pick({ program: true, internship_type: true }),
    z.object({ sample: z.object({ names: SampleNames, terms: Terms }).nullable() }),
  ),

  getAgreement: get('/api/getAgreement', ofPlacement, PlacementAgreement),
  /** Starts an agreement if the placement has none. */
  startAgreement: post('/api/agreement_start', ofPlacement, PlacementAgreement),
  saveAgreementTerms: post(
    '/api/agreement_saveTerms',
    z.intersection(seen, AgreementTermsInput),
    PlacementAgreement,
  ),
  sendAgreement: post('/api/agreement_send', seen, PlacementAgreement),
  signAgreement: post('/api/agreement_sign', z.intersection(ofText, SignatureInput), PlacementAgreement),
  /** Emails a link to sign to a person on file whose party's turn it is. Earlier links keep working. */
  sendSigningLink: post(
    '/api/agreement_sendLink',
    ofPlacement.extend({ party: z.enum(linkedParties), _id: id }),
    PlacementAgreement,
  ),
  declineAgreement: post('/api/agreement_decline', z.intersection(ofText, ReasonInput), PlacementAgreement),
  recordPaperSignature: post(
    '/api/agreement_recordPaper',
    z.intersection(ofText, PaperInput),
    PlacementAgreement,
    { creates: true },
  ),
  /** Returns it to a draft if nobody has signed; otherwise starts a new version that everyone signs again. */
  changeAgreement: post('/api/agreement_change', seen, PlacementAgreement),
  /** Whether a document is valid today, by the code on it; null if there is none. */
  checkDocument: get('/api/checkDocument', CodeInput, z.object({ document: CheckedDocument.nullable() })),
  /** The sealed PDF of a version. */
  downloadAgreement: download(
    '/files/agreement/:project_id/:version',
    z.object({ project_id: id, version: z.string().regex(/^[1-9]\d{0,3}$/) }),
  ),
  voidAgreement: post('/api/agreement_void', z.intersection(seen, ReasonInput), PlacementAgreement),
};
