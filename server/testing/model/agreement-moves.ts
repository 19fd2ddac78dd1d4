import { agreementCalls, type PlacementAgreement } from '@waypost/contract/placements/agreements/calls';
import { conflict, forStudents, type Move, notFound, only, requireParty } from './move.ts';
import {
  type Agreement,
  type Caller,
  linkOf,
  type Op,
  type Parameters,
  type Party,
  type State,
  type Student,
} from './state.ts';

const PARTIES: Party[] = ['student', 'guardian', 'business', 'school'];
const partyOfRole: Record<string, Party> = { Student: 'student', Business: 'business', Admin: 'school' };
const words: Record<Agreement['status'], string> = {
  draft: 'Draft',
  sent: 'Waiting for signatures',
  'partly signed': 'Partly signed',
  signed: 'Signed by everyone',
  declined: 'Declined to sign',
};
const CHANGED = 'This agreement has changed in the meantime. Check it and try again';

/** The agreement that an acceptance creates. Guardians sign for these students too. */
export const newAgreement = (now: number): Agreement => ({
  status: 'draft',
  revision: 1,
  isComplete: false,
  signed: [],
  draftedAt: now,
  changedAt: now,
  sentAt: 0,
  expiresAt: null,
});

const DAY = 86_400_000;
/** It can be signed on the day on which it was sent, and for thirty days more. */
const lastMoment = (sentAt: number) => (Math.floor(sentAt / DAY) + 31) * DAY;
export const isWaitingForSignatures = ({ status, expiresAt }: Agreement, now: number): boolean =>
  (status === 'sent' || status === 'partly signed') && now < (expiresAt ?? 0);
const hasExpired = (agreement: Agreement, now: number) =>
  agreement.expiresAt !== null &&
  agreement.expiresAt <= now &&
  !['signed', 'declined'].includes(agreement.status);

const notPossible = (agreement: Agreement, now: number) =>
  conflict(
    `This isn’t possible: the agreement’s status is “${hasExpired(agreement, now) ? 'Expired' : words[agreement.status]}”.`,
  );

/** Everyone signs in any order, each once; nobody after somebody declined. */
export function requireOpen(agreement: Agreement, party: Party, now: number): void {
  if (!isWaitingForSignatures(agreement, now) || agreement.signed.includes(party))
    notPossible(agreement, now);
}

export function decideAgreement(
  agreement: Agreement,
  party: Party,
  { way, now }: { way: string; now: number },
): string {
  if (way === 'sign') agreement.signed.push(party);
  const isLast = agreement.signed.length === PARTIES.length;
  agreement.status = way === 'decline' ? 'declined' : isLast ? 'signed' : 'partly signed';
  agreement.revision += 1;
  agreement.changedAt = now;
  return describe(agreement);
}

const describe = ({ status, signed }: { status: string; signed: string[] }) =>
  `${status}; signed by ${signed.toSorted().join(', ') || 'nobody'}`;

/** Mails a link to those who sign without an account. */
function mailLinks(state: State, op: Op): void {
  for (const [to, party] of [
    ['guardian', 'guardian'],
    ['signatory', 'business'],
  ] as const)
    state.links[linkOf(op, to)] = { purpose: 'sign', student: op.student, party, to, state: 'open' };
}

function agreementOf(state: State, { student }: Op, caller: Caller): Agreement {
  const placement = state.placements[student] ?? notFound();
  requireParty(caller, student);
  return placement.agreement;
}

function draftOf(state: State, op: Op, caller: Caller): Agreement {
  const agreement = agreementOf(state, op, caller);
  if (agreement.status !== 'draft') notPossible(agreement, op.now);
  if (agreement.revision !== op.revision) conflict(CHANGED);
  return agreement;
}

const says = ({ agreement }: PlacementAgreement) =>
  describe({
    status: agreement?.status ?? 'none',
    signed: agreement?.signatures.map(({ party }) => party) ?? [],
  });

const withRevision = (state: State, student: Student): Partial<Parameters>[] => [
  { revision: state.placements[student]?.agreement.revision ?? 1 },
];

const signing = (way: 'sign' | 'decline') =>
  ({
    may: { Student: 'finished', Business: 'approved', Admin: 'session' },
    weight: way === 'sign' ? 3 : 0.3,
    ways: forStudents(() => [{ hasRead: true }]),
    does: (state, op, caller) => {
      // Nobody signs for somebody else, even in a masquerade.
      if (caller.behind) only('403 not-allowed');
      const agreement = agreementOf(state, op, caller);
      const party = partyOfRole[caller.role] ?? notFound();
      requireOpen(agreement, party, op.now);
      if (!op.hasRead) conflict(CHANGED);
      return decideAgreement(agreement, party, { way, now: op.now });
    },
    asks: (_, { project_id, text_hash }) =>
      way === 'sign'
        ? [agreementCalls.signAgreement, { project_id, text_hash, name: 'Somebody', agreed: true }]
        : [agreementCalls.declineAgreement, { project_id, text_hash, reason: 'No.' }],
    says,
  }) satisfies Move;

export const agreementMoves = {
  'fill in': {
    may: { Business: 'approved', Teacher: 'session', Admin: 'session' },
    weight: 2,
    ways: forStudents(withRevision),
    does: (state, op, caller) => {
      const agreement = draftOf(state, op, caller);
      agreement.isComplete = true;
      agreement.revision += 1;
      agreement.changedAt = op.now;
      return describe(agreement);
    },
    asks: ({ revision }, { project_id }) => [
      agreementCalls.saveAgreementTerms,
      { project_id, revision, ...terms },
    ],
    says,
  },
  'send agreement': {
    may: { Teacher: 'session', Admin: 'session' },
    weight: 2,
    ways: forStudents(withRevision),
    does: (state, op, caller) => {
      const agreement = draftOf(state, op, caller);
      if (!agreement.isComplete) only('400 invalid-input');
      agreement.status = 'sent';
      agreement.revision += 1;
      agreement.changedAt = op.now;
      agreement.sentAt = op.now;
      agreement.expiresAt = lastMoment(op.now);
      mailLinks(state, op);
      return describe(agreement);
    },
    asks: ({ revision }, { project_id }) => [agreementCalls.sendAgreement, { project_id, revision }],
    says,
  },
  'read agreement': {
    may: { Student: 'finished', Business: 'approved', Teacher: 'session', Admin: 'session' },
    weight: 0.3,
    ways: forStudents(),
    does: (state, op, caller) => {
      const agreement = agreementOf(state, op, caller);
      return describe({ ...agreement, status: hasExpired(agreement, op.now) ? 'expired' : agreement.status });
    },
    asks: (_, { project_id }) => [agreementCalls.getAgreement, { project_id }],
    says,
  },
  sign: signing('sign'),
  decline: signing('decline'),
} satisfies Record<string, Move>;

const terms = {
  place: 'Dock Street',
  start_date: '2026-06-01',
  end_date: '2026-08-31',
  schedule: 'Mon',
  hours_per_week: 20,
  duties: 'Sands.',
  goals: 'Learns.',
  supervisor: 'Grace',
  supervision: 'Always.',
  pay: 'Paid',
  hazardous: false,
  guardian_signs: true,
};
