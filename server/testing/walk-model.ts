import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { canMove } from '@waypost/contract/placements/applications/rules';
import { whyNotEvaluate } from '@waypost/contract/placements/evaluations/rules';
import { whyNotChangeFiles, whyNotSaveSummary } from '@waypost/contract/placements/final-work/rules';
import {
  canAddHours,
  canCorrectEntry,
  canDecideEntry,
  canDeleteEntry,
} from '@waypost/contract/placements/hours/rules';
import { itemStatuses, type ProjectFacts } from '@waypost/contract/placements/projects/report';
import {
  type ApprovalType,
  dependsOnHours,
  hasEnded,
  needsReason,
  type ReflectionStatus,
  revokedWith,
  whyNotApprove,
  whyNotMoveStatus,
  whyNotReopen,
} from '@waypost/contract/placements/projects/rules';
import { whyNotAnswer } from '@waypost/contract/placements/reflections/rules';
import type { ApplicationStatus, BusinessStatus } from '@waypost/contract/statuses';

/**
 * The expected state of the product in a random walk: one opportunity, its applicants, and their placements.
 * Derived from the rules alone. Each step returns the status that the server must respond with.
 */
export interface ModelEntry {
  id: string;
  hours: number;
  decision: number;
  signedOff: boolean;
}

export interface ModelPlacement {
  id: string;
  status: BusinessStatus;
  entries: ModelEntry[];
  reflections: { id: string; status: ReflectionStatus; answer: string }[];
  summary: string;
  files: string[];
  evaluations: number;
  approved: Set<ApprovalType>;
}

export interface ModelStudent {
  application?: { id: string; status: ApplicationStatus };
  placement?: ModelPlacement;
}

export interface Model {
  slots: number;
  students: ModelStudent[];
}

type Answer = 200 | 409;
const unless = (obstacle: string | null | boolean): Answer => (obstacle ? 409 : 200);

export const sumOf = (entries: readonly ModelEntry[], decision?: number) =>
  entries
    .filter((one) => decision === undefined || one.decision === decision)
    .reduce((all, one) => all + one.hours, 0);

export function factsOf(placement: ModelPlacement): ProjectFacts {
  return {
    internshipType: 'Internship',
    acceptedHours: sumOf(placement.entries, 1),
    pendingHours: sumOf(placement.entries, 0),
    totalHours: sumOf(placement.entries),
    pendingCount: placement.entries.filter((one) => one.decision === 0).length,
    hasEnded: hasEnded({ business_status: placement.status }),
    questions: placement.reflections.length,
    answers: placement.reflections.filter((one) => one.status === 'complete').length,
    hasSummary: placement.summary !== '',
    finalFiles: placement.files.length,
    evaluations: placement.evaluations,
    approved: [...placement.approved],
    hoursLastUpdated: null,
    reflectionLastUpdated: null,
    school: '',
  };
}

const seatsTaken = (model: Model) => model.students.filter((one) => one.placement).length;
const isFull = (model: Model) => seatsTaken(model) >= model.slots;
const stateOf = (placement: ModelPlacement, item: ApprovalType) => ({
  isApproved: placement.approved.has(item),
});

/** The expected status of each step, computed before the step runs. */
export const expected = {
  apply: (model: Model, student: ModelStudent) => unless(isFull(model) || student.application !== undefined),
  move: (model: Model, role: 'Student' | 'Business', from: ApplicationStatus, to: ApplicationStatus) =>
    unless(!canMove(role, from, to) || (to === 'Accepted' && isFull(model))),
  log: ({ status }: ModelPlacement) => unless(!canAddHours({ business_status: status })),
  remove: (entry: ModelEntry) => unless(!canDeleteEntry({ business_approved: entry.decision })),
  decide: (entry: ModelEntry, decision: number) =>
    unless(!canDecideEntry({ business_approved: entry.decision }, decision, entry.signedOff)),
  answer: (placement: ModelPlacement, question: { status: ReflectionStatus }) =>
    unless(whyNotAnswer(stateOf(placement, 'reflection'), question)),
  summarise: (placement: ModelPlacement) => unless(whyNotSaveSummary(stateOf(placement, 'summary'))),
  addFile: (placement: ModelPlacement) => unless(whyNotChangeFiles(stateOf(placement, 'project'))),
  dropFile: (placement: ModelPlacement) => unless(whyNotChangeFiles(stateOf(placement, 'project'))),
  evaluate: ({ status, evaluations }: ModelPlacement) =>
    unless(whyNotEvaluate({ business_status: status }, evaluations)),
  change: ({ status, evaluations }: ModelPlacement, role: 'Business' | 'Admin', to: BusinessStatus) =>
    unless(whyNotMoveStatus(role, status, to, evaluations)),
  approve: (placement: ModelPlacement, item: ApprovalType, reason: string) => {
    const facts = factsOf(placement);
    const needs = needsReason(item, facts.acceptedHours, MINIMUM_HOURS.Internship);
    return unless(whyNotApprove(itemStatuses(facts)[item]) ?? (needs && reason === ''));
  },
  correct: ({ status }: ModelPlacement, entry: ModelEntry) =>
    unless(
      !canAddHours({ business_status: status }) || !canCorrectEntry({ business_approved: entry.decision }),
    ),
  reopen: (placement: ModelPlacement, item: ApprovalType) =>
    unless(whyNotReopen(itemStatuses(factsOf(placement))[item])),
};

/** The effects of each step that was allowed. */
export const taken = {
  log(placement: ModelPlacement, id: string, hours: number): void {
    placement.entries.push({ id, hours, decision: 0, signedOff: false });
  },
  correct(entry: ModelEntry, hours: number): void {
    Object.assign(entry, { hours, decision: 0 });
  },
  remove(placement: ModelPlacement, entry: ModelEntry): void {
    placement.entries = placement.entries.filter((one) => one !== entry);
  },
  decide(placement: ModelPlacement, entry: ModelEntry, decision: number): void {
    if ((decision === 1) !== (entry.decision === 1)) placement.approved.delete('hours');
    entry.decision = decision;
  },
  answer(
    placement: ModelPlacement,
    question: { status: ReflectionStatus; answer: string },
    answer: string,
  ): void {
    const next = placement.reflections.find((one) => one.status === 'locked');
    if (question.status === 'unlocked' && next) next.status = 'unlocked';
    Object.assign(question, { status: 'complete', answer });
  },
  enable(placement: ModelPlacement): void {
    for (const one of placement.reflections) if (one.status === 'locked') one.status = 'unlocked';
  },
  approve(placement: ModelPlacement, item: ApprovalType): void {
    placement.approved.add(item);
    if (dependsOnHours(item)) for (const entry of placement.entries) entry.signedOff ||= entry.decision === 1;
  },
  reopen(placement: ModelPlacement, item: ApprovalType): void {
    for (const one of revokedWith(item)) placement.approved.delete(one);
    if (item === 'hours') for (const entry of placement.entries) entry.signedOff = false;
  },
};
