import { utcDay } from '../../dates.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { needsGuardian } from '../../people/guardians/rules.ts';
import type { Role } from '../../roles.ts';

/** The parties of an agreement, in the order in which they sign (docs/behavior/agreements.md#signing). */
export const parties = ['student', 'guardian', 'business', 'school'] as const;
export type Party = (typeof parties)[number];

/** How a party signed: logged in to their own account, by a link in an email, or on paper, recorded by staff. */
export const signingMethods = ['account', 'link', 'paper'] as const;
export type SigningMethod = (typeof signingMethods)[number];

/** In sequence or all at once, as the school system chooses. */
export const signingOrders = ['parallel', 'sequence'] as const;
export type SigningOrder = (typeof signingOrders)[number];

/** The stored statuses. Expiry is computed from the time, so no job has to set it. */
export const storedStatuses = ['draft', 'sent', 'partly signed', 'signed', 'declined', 'void'] as const;
export type StoredStatus = (typeof storedStatuses)[number];
export const agreementStatuses = [...storedStatuses, 'expired'] as const;
export type AgreementStatus = (typeof agreementStatuses)[number];

/**
 * The transitions from each status. Changing the text after a signature starts a new version, so a signed text never
 * changes.
 */
export const nextStatuses: Record<AgreementStatus, readonly AgreementStatus[]> = {
  draft: ['sent', 'void'],
  sent: ['draft', 'partly signed', 'declined', 'expired', 'void'],
  'partly signed': ['partly signed', 'signed', 'declined', 'expired', 'void'],
  signed: ['void'],
  declined: [],
  expired: [],
  void: [],
};

export const canBecome = (from: AgreementStatus, to: AgreementStatus): boolean =>
  nextStatuses[from].includes(to);

/** For how many days an agreement can be signed after it was sent. */
export const SIGN_WITHIN_DAYS = 30;

/** The status at a moment: an agreement not fully signed in time has expired. */
export function statusAt(
  agreement: { status: StoredStatus; expiresAt: Date | null },
  now: Date,
): AgreementStatus {
  const isOpen = agreement.status === 'sent' || agreement.status === 'partly signed';
  return isOpen && agreement.expiresAt !== null && agreement.expiresAt <= now ? 'expired' : agreement.status;
}

/** Whether people can sign or decline it. */
export const isAwaitingSignatures = (status: AgreementStatus): boolean => canBecome(status, 'declined');

/** Who has to sign. A guardian signs for a minor student. */
export const partiesOf = (guardianSigns: boolean): Party[] =>
  parties.filter((party) => party !== 'guardian' || guardianSigns);

/** The facts that decide whether a guardian still has to sign. */
interface Guarded {
  parties: readonly Party[];
  signed: readonly Party[];
  sentAt: Date | null;
  /** The student's, YYYY-MM-DD. */
  birthDate: string | null;
}

/**
 * Whether a guardian no longer has to sign a sent agreement on a day (YYYY-MM-DD): the student was a minor when it was
 * sent, and turned 18 before a guardian signed. If the student was already 18, the school asked for a guardian.
 */
export function hasOutgrownGuardian({ parties, signed, sentAt, birthDate }: Guarded, today: string): boolean {
  if (!parties.includes('guardian') || signed.includes('guardian') || sentAt === null) return false;
  return birthDate !== null && needsGuardian(birthDate, utcDay(sentAt)) && !needsGuardian(birthDate, today);
}

/** Who can sign now: in sequence the next party, otherwise everyone who has not signed. */
export function openParties(
  required: readonly Party[],
  signed: readonly Party[],
  order: SigningOrder,
): Party[] {
  const open = parties.filter((party) => required.includes(party) && !signed.includes(party));
  return order === 'sequence' ? open.slice(0, 1) : open;
}

/** The status once this party has signed. */
export function statusAfter(
  required: readonly Party[],
  signed: readonly Party[],
): 'partly signed' | 'signed' {
  return required.every((party) => signed.includes(party)) ? 'signed' : 'partly signed';
}

/**
 * The party that a role signs for with its own account. Guardians have no account, and a Teacher cannot sign for the
 * school.
 */
export const partyOfRole: Partial<Record<Role, Party>> = {
  Student: 'student',
  Business: 'business',
  Admin: 'school',
};

/** The parties whose people can sign by a link. The others have accounts. */
export const linkedParties = ['guardian', 'business'] as const satisfies Party[];
export type LinkedParty = (typeof linkedParties)[number];

/** Why a person cannot be sent a link to sign, in the order in which the reasons can be fixed. */
export const signerObstacles = ['may not sign', 'not confirmed', 'no email', 'another party'] as const;
export type SignerObstacle = (typeof signerObstacles)[number];

export function whyNotSigner(signer: {
  maySign: boolean;
  confirmed: boolean;
  email: string;
  /** Whether their mailbox is that of another party. */
  isAnothers: boolean;
}): SignerObstacle | null {
  if (!signer.maySign) return 'may not sign';
  if (!signer.confirmed) return 'not confirmed';
  if (signer.email === '') return 'no email';
  return signer.isAnothers ? 'another party' : null;
}

/** The facts that decide who can sign. */
interface Signing {
  status: AgreementStatus;
  parties: readonly Party[];
  signed: readonly Party[];
  order: SigningOrder;
}

/** Whether a party can sign now, in any way. */
export const canSign = (party: Party, { status, parties: required, signed, order }: Signing): boolean =>
  isAwaitingSignatures(status) && openParties(required, signed, order).includes(party);

/** Whether a party can decline: even before its turn, but not once it has signed. */
export const canDecline = (party: Party, { status, parties: required, signed }: Signing): boolean =>
  isAwaitingSignatures(status) && required.includes(party) && !signed.includes(party);

/** Whose turn it is: those who can sign, the party that fills in what is missing, or else the school. */
export function turnOf(agreement: {
  status: AgreementStatus;
  isComplete: boolean;
  parties: readonly Party[];
  signed: readonly Party[];
  order: SigningOrder;
}): Party[] {
  const { status } = agreement;
  if (status === 'signed') return [];
  if (isAwaitingSignatures(status)) return openParties(agreement.parties, agreement.signed, agreement.order);
  return [status === 'draft' && !agreement.isComplete ? 'business' : 'school'];
}

export const agreementActions = [
  'fill in',
  'send',
  'sign',
  'decline',
  'record paper',
  'change',
  'void',
] as const;
export type AgreementAction = (typeof agreementActions)[number];

/** What someone of this role can do with an agreement in its current status (docs/behavior/agreements.md#actions). */
export function actionsOf(role: Role, agreement: Signing): AgreementAction[] {
  const { status } = agreement;
  const isStaff = role === 'Teacher' || role === 'Admin';
  const party = partyOfRole[role];
  const open = openParties(agreement.parties, agreement.signed, agreement.order);
  const may: Record<AgreementAction, boolean> = {
    'fill in': status === 'draft' && (isStaff || role === 'Business'),
    send: status === 'draft' && isStaff,
    sign: party !== undefined && canSign(party, agreement),
    decline: party !== undefined && canDecline(party, agreement),
    'record paper': isAwaitingSignatures(status) && isStaff && open.length > 0,
    change: status !== 'draft' && isStaff,
    void: canBecome(status, 'void') && role === 'Admin',
  };
  return agreementActions.filter((action) => may[action]);
}

/** Whether hours can be logged: a school system may require that everyone has signed first. */
export function mayLogHours(
  client: { hoursBeforeSigned: boolean },
  placement: { hasAgreement: boolean; isSigned: boolean },
): boolean {
  return client.hoursBeforeSigned || !placement.hasAgreement || placement.isSigned;
}
export const NOT_SIGNED_YET = msg('You can log hours once everyone has signed the agreement');

export const REASON_MAX = 500;
export const TEXT_CHANGED = msg(
  'The text has changed since you opened this page. Nothing was saved. Read the new text below',
);
export const CHANGED_MEANWHILE = msg('This agreement has changed in the meantime. Check it and try again');
export const ONE_PARTY_ONLY = msg(
  'Someone has already signed for another party from your mailbox. Each party signs from its own',
);
export const SIGN_FOR_YOURSELF = msg(
  'You can’t sign or decline for someone else. End the masquerade first, or record a signature on paper',
);

export const partyWords: Record<Party, Message> = {
  student: msg('Student'),
  guardian: msg('Parent or guardian'),
  business: msg('Business'),
  school: msg('School'),
};

/** Why a person on file is not sent a link to sign, and what to do. */
export const obstacleWords: Record<SignerObstacle, Message> = {
  'may not sign': msg('They may not sign. Change that on the student’s or the business’s page first'),
  'not confirmed': msg('Only the student named them. Confirm them on the student’s page first'),
  'no email': msg('There is no email address for them'),
  'another party': msg(
    'Someone else who signs has the same email. Enter another email, or record a signature on paper',
  ),
};

export const statusWords: Record<AgreementStatus, Message> = {
  draft: msg('Draft'),
  sent: msg('Waiting for signatures'),
  'partly signed': msg('Partly signed'),
  signed: msg('Signed by everyone'),
  declined: msg('Declined to sign'),
  expired: msg('Expired'),
  void: msg('Void'),
};

/** Why an action is refused with 409. */
export const whyNot = (status: AgreementStatus): string =>
  t('This isn’t possible: the agreement’s status is “{status}”.', { status: t(statusWords[status]) });
