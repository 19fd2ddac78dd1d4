import type { Project } from '@waypost/contract/placements/projects/calls';
import { forStudents, type Move, notFound, requireParty } from './move.ts';
import type { Caller, Item, Op, Placement, State } from './state.ts';

export const MINIMUM_HOURS = 135;

export function placementOf(state: State, { student }: Op, caller: Caller): Placement {
  const placement = state.placements[student] ?? notFound();
  requireParty(caller, student);
  return placement;
}

const pendingOf = ({ entries }: Placement) => Object.values(entries).some(({ decision }) => decision === 0);
export const hoursOf = ({ entries }: Placement) =>
  Object.values(entries).reduce((sum, { hours, decision }) => sum + (decision === 1 ? hours : 0), 0);

/** 0: incomplete, 1: waiting for staff, 2: approved. */
export function statusOf(placement: Placement, item: Item): 0 | 1 | 2 {
  if (placement.approved.includes(item)) return 2;
  return isSubmitted(placement, item) ? 1 : 0;
}

function isSubmitted(placement: Placement, item: Item): boolean {
  const hasEnded = placement.status !== 'open';
  const isIn = (one: Item) => statusOf(placement, one) > 0;
  const hoursAreIn = hoursOf(placement) >= MINIMUM_HOURS || (hasEnded && !pendingOf(placement));
  switch (item) {
    case 'hours':
      return hoursAreIn;
    case 'reflection':
      return placement.reflections.every(([status]) => status === 'complete');
    case 'project':
      return placement.files.length > 0;
    case 'summary':
      return placement.summary !== '';
    case 'evals':
      return placement.evaluations === 2;
    case 'msde':
      return (
        hoursAreIn && (hasEnded || isIn('evals')) && isIn('reflection') && isIn('project') && isIn('summary')
      );
  }
}

/** What a reply with a placement says. Businesses do not see schoolwork. */
const describe = (placement: Placement, { role }: Caller) =>
  textOf({
    status: placement.status,
    entries: Object.entries(placement.entries).map(([label, { hours, decision }]) => [
      label,
      hours,
      decision,
    ]),
    evaluations: placement.evaluations,
    statuses: (['hours', 'evals'] as const).map((item) => statusOf(placement, item)),
    schoolwork:
      role === 'Business'
        ? null
        : {
            statuses: (['reflection', 'project', 'summary', 'msde'] as const).map((item) =>
              statusOf(placement, item),
            ),
            reflections: placement.reflections,
            summary: placement.summary,
            files: placement.files,
          },
  });

interface Described {
  status: string;
  entries: (readonly [label: string, hours: number, decision: number])[];
  evaluations: number;
  statuses: number[];
  schoolwork: {
    statuses: (number | null)[];
    reflections: (readonly [status: string, answer: string])[];
    summary: string;
    files: string[];
  } | null;
}

const textOf = ({ entries, schoolwork, ...rest }: Described) =>
  JSON.stringify({
    ...rest,
    entries: entries.map((one) => one.join(' ')).sort(),
    schoolwork: schoolwork && { ...schoolwork, files: schoolwork.files.toSorted() },
  });

const says = (project: Project) =>
  textOf({
    status: project.business_status,
    entries: project.hours.map((one) => [one.text_log, one.total_hours, one.business_approved]),
    evaluations: project.evaluation_count,
    statuses: [project.reportData.activity_log_status, project.reportData.evaluation_status],
    schoolwork: project.reflections && {
      statuses: [
        project.reportData.reflection_status,
        project.reportData.final_project_status,
        project.reportData.final_summary_status,
        project.reportData.msde_status,
      ],
      reflections: project.reflections.map(({ status, answer_text }) => [status, answer_text]),
      summary: project.final_summary?.text ?? '',
      files: project.final_project?.files.map(({ name }) => name) ?? [],
    },
  });

/** A move that replies with the placement. */
export const change = (
  move: Pick<Move, 'may' | 'weight' | 'ways' | 'asks'> & {
    does: (placement: Placement, op: Op, caller: Caller) => void;
  },
) =>
  ({
    ...move,
    ways: move.ways ?? forStudents(),
    does: (state, op, caller) => {
      const placement = placementOf(state, op, caller);
      move.does(placement, op, caller);
      return describe(placement, caller);
    },
    says,
  }) satisfies Move;
