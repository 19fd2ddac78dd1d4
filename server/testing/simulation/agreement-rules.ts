import { conflict, only } from './outcome.ts';
import type { Agreement, AgreementStatus, Op, Party, Placement, Role } from './state.ts';

const PARTIES: Party[] = ['student', 'guardian', 'business', 'school'];
const partyOfRole: Record<Role, Party> = { Student: 'student', Business: 'business', Admin: 'school' };
const words: Record<AgreementStatus, string> = {
  ...{ draft: 'Draft', sent: 'Waiting for signatures', 'partly signed': 'Partly signed' },
  ...{ signed: 'Signed by everyone', declined: 'Declined to sign' },
};
const CHANGED = 'This agreement has changed in the meantime. Check it and try again';

/** The agreement that an acceptance creates. Guardians sign for these students too. */
export const aDraft = (): Agreement => ({ status: 'draft', revision: 1, isComplete: false, signed: [] });

type OnAgreement = Extract<Op, { do: 'fill in' | 'send agreement' | 'read agreement' | 'sign' | 'decline' }>;

export function onAgreement(
  { agreement }: Placement,
  op: OnAgreement,
  caller: { role: Role; behind: unknown },
): string {
  if (op.do === 'read agreement') return describeAgreement(agreement.status, agreement.signed);
  if (op.do === 'sign' || op.do === 'decline') {
    const party = partyOfRole[caller.role];
    requireOpen(agreement, party);
    if (!op.hasRead) conflict(CHANGED);
    return decide(agreement, party, op.do);
  }
  if (agreement.status !== 'draft') notPossible(agreement);
  if (agreement.revision !== op.revision) conflict(CHANGED);
  if (op.do === 'fill in') agreement.isComplete = true;
  else if (agreement.isComplete) agreement.status = 'sent';
  else only('400 invalid-input');
  agreement.revision += 1;
  return describeAgreement(agreement.status, agreement.signed);
}

/** Everyone signs in any order, each once; nobody after somebody declined. */
export function requireOpen(agreement: Agreement, party: Party): void {
  const isOpen = agreement.status === 'sent' || agreement.status === 'partly signed';
  if (!isOpen || agreement.signed.includes(party)) notPossible(agreement);
}

const notPossible = ({ status }: Agreement) =>
  conflict(`This isn’t possible: the agreement’s status is “${words[status]}”.`);

export function decide(agreement: Agreement, party: Party, way: 'sign' | 'decline'): string {
  if (way === 'sign') agreement.signed.push(party);
  const isLast = agreement.signed.length === PARTIES.length;
  agreement.status = way === 'decline' ? 'declined' : isLast ? 'signed' : 'partly signed';
  agreement.revision += 1;
  return describeAgreement(agreement.status, agreement.signed);
}

export const describeAgreement = (status: string, signed: string[]) =>
  `${status}; signed by ${signed.toSorted().join(', ') || 'nobody'}`;
