import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import type { Party } from '@waypost/contract/placements/agreements/rules';
import type { Progress } from '@waypost/contract/placements/progress/calls';
import { currentStep, stepsOf } from '@waypost/contract/placements/progress/rules';
import type { FoundProgress } from './queries.ts';

/** A placement's progress as one of its parties sees it. `today` is a day, YYYY-MM-DD. */
export function toProgress(found: FoundProgress, viewer: Party, today: string): Progress {
  const { facts } = found;
  const { work } = facts;
  const steps = stepsOf(facts, viewer, today);
  const current = currentStep(steps, viewer);
  return {
    project_id: found.projectId,
    student_id: found.studentId ?? '',
    viewer,
    student: `${found.firstName} ${found.lastName}`.trim(),
    business: found.business,
    title: found.title,
    business_status: facts.status,
    agreement_status: facts.agreement?.status ?? null,
    hours: {
      accepted: work.acceptedHours,
      pending: work.pendingHours,
      minimum: MINIMUM_HOURS[work.internshipType],
    },
    reflections: viewer === 'business' ? null : { answered: work.answers, questions: work.questions },
    evaluations: work.evaluations,
    steps: steps.map((one) => ({ ...one, is_current: one === current })),
  };
}
