import { isReadOnly } from '@waypost/contract/access';
import type { InternshipType } from '@waypost/contract/opportunities/opportunities/rules';
import type {
  Agreement,
  AgreementSetup,
  CheckedDocument,
  PlacementAgreement,
  TemplateVersion as WireVersion,
} from '@waypost/contract/placements/agreements/calls';
import { documentStateOf, initialsOf } from '@waypost/contract/placements/agreements/document';
import {
  actionsOf,
  canSign,
  isAwaitingSignatures,
  parties,
  turnOf,
  whyNotSigner,
} from '@waypost/contract/placements/agreements/rules';
import { missingTerms } from '@waypost/contract/placements/agreements/template';
import { isStaff } from '@waypost/contract/roles';
import type { Actor } from '../../platform/access/actor.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import {
  type AgreementFacts,
  type CheckedRow,
  currentOf,
  type FoundAgreement,
  namesOf,
  textOf,
} from './queries.ts';
import type { Signer } from './signer-queries.ts';
import type { FoundTemplateVersion, TemplateVersion } from './template-queries.ts';

/** A placement's agreement, as far as this person may see it: a business never gets a scan. */
export function toPlacementAgreement(
  actor: Actor,
  facts: AgreementFacts,
  versions: readonly FoundAgreement[],
  signers: readonly Signer[],
  { hoursWait, signsAs, needsScan }: { hoursWait: boolean; signsAs: string[]; needsScan: boolean },
): PlacementAgreement {
  const current = currentOf(versions);
  return {
    project_id: facts.projectId,
    names: namesOf(facts),
    agreement: current ? toAgreement(actor, facts, current, signers) : null,
    versions: versions.map(({ version, status, updatedAt, document }) => ({
      version,
      status,
      updated_at: updatedAt.toISOString(),
      document: document && {
        code: document.code,
        path: `/files/agreement/${facts.projectId}/${version}`,
        sealed_at: document.sealedAt.toISOString(),
      },
    })),
    may_start: !current && isStaff(actor.role),
    hours_wait: hoursWait,
    birth_date_of: isStaff(actor.role) && facts.birthDate === null ? (facts.studentId ?? '') : '',
    signs_as: signsAs,
    needs_scan: needsScan,
  };
}

function toAgreement(
  actor: Actor,
  facts: AgreementFacts,
  row: FoundAgreement,
  signers: readonly Signer[],
): Agreement {
  const { status, parties, signed, signingOrder: order } = row;
  const missing = missingTerms(row.body, row.terms);
  return {
    _id: row.id,
    version: row.version,
    revision: row.revision,
    status,
    text: row.text ?? textOf(row, facts),
    text_hash: row.textHash ?? '',
    locale: row.locale,
    terms: row.terms,
    missing,
    other_supervisor: otherSupervisor(row),
    signing_order: order,
    parties,
    signatures: row.signatures.map((signature) => ({
      party: signature.party,
      name: signature.signerName,
      name_on_file: signature.nameOnFile,
      method: signature.method,
      signed_on: signature.signedOn,
      signed_at: signature.signedAt?.toISOString() ?? null,
      sent_to: signature.sentTo,
      proof: signature.proof,
      proof_to: signature.proofTo,
      recorded_by: signature.recordedBy,
      scan: actor.role === 'Business' ? null : toFileRef(signature.scan),
    })),
    signers: signers.flatMap((signer) => toSigner(actor, row, signer)),
    guardian_released: row.guardianReleasedAt !== null,
    turn: turnOf({ status, isComplete: missing.length === 0, parties, signed, order }),
    turn_since: row.updatedAt.toISOString(),
    actions: isReadOnly(actor) ? [] : actionsOf(actor.role, { status, parties, signed, order }),
    sent_at: row.sentAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    closed: row.closedAt && {
      reason: row.closedReason,
      by: row.closedBy,
      at: row.closedAt.toISOString(),
    },
  };
}

/** The placement's supervisor, if someone can still rely on a text that names another one; otherwise empty. */
function otherSupervisor({ status, text, body, terms: { supervisor } }: FoundAgreement): string {
  if (text === null || !(isAwaitingSignatures(status) || status === 'signed')) return '';
  return body.includes('[supervisor]') && !text.includes(supervisor) ? supervisor : '';
}

/**
 * The people who can sign by link for a party that has not signed. A business sees only whether a guardian has a link.
 */
function toSigner(actor: Actor, row: FoundAgreement, signer: Signer): Agreement['signers'] {
  const { status, parties, signed, signingOrder: order } = row;
  const { party, id, accountId, name, email, sentAt } = signer;
  const obstacle = whyNotSigner(signer);
  const isOpen = isAwaitingSignatures(status) && parties.includes(party) && !signed.includes(party);
  const isKnown = isStaff(actor.role) || accountId === actor.id;
  // Before it is sent, staff see who would be asked, and who cannot be.
  if (status === 'draft' && isStaff(actor.role))
    return obstacle === 'may not sign'
      ? []
      : [{ _id: id, party, name, email, sent_at: null, obstacle, may_send: false }];
  if (!isOpen || actor.role === 'Student' || (obstacle === 'may not sign' && !sentAt)) return [];
  if (!isKnown && !sentAt) return [];
  const maySend = isKnown && obstacle === null && canSign(party, { status, parties, signed, order });
  return [
    {
      ...(isKnown ? { _id: id, name, email } : { _id: '', name: '', email: '' }),
      party,
      obstacle: isKnown ? obstacle : null,
      may_send: maySend,
      sent_at: sentAt?.toISOString() ?? null,
    },
  ];
}

/** A document as anybody who has its code sees it: initials, and no placement. */
export const toCheckedDocument = (row: CheckedRow): CheckedDocument => ({
  code: row.code,
  state: documentStateOf(row),
  school_system: row.schoolSystem,
  version: row.version,
  signed_at: row.signedAt.toISOString(),
  signers: parties.flatMap((party) =>
    row.signers
      .filter((signer) => signer.party === party)
      .map(({ name }) => ({ party, initials: initialsOf(name) })),
  ),
  sha256: row.sha256,
});

export const toTemplateVersion = ({
  version,
  body,
  savedAt,
  savedBy,
}: FoundTemplateVersion): WireVersion => ({
  version,
  body,
  saved_at: savedAt.toISOString(),
  saved_by: savedBy,
});

/** Templates with their history, from one row for each version. */
export function toTemplates(rows: readonly TemplateVersion[]): AgreementSetup['templates'] {
  const templates: AgreementSetup['templates'] = [];
  for (const row of rows) {
    const version = { version: row.version, saved_at: row.savedAt.toISOString(), saved_by: row.savedBy };
    const last = templates.at(-1);
    if (last?._id === row.id) last.versions.push(version);
    else
      templates.push({
        _id: row.id,
        program: row.program,
        internship_type: row.internshipType as InternshipType | null,
        version: row.version,
        body: row.body,
        versions: [version],
      });
  }
  return templates;
}
