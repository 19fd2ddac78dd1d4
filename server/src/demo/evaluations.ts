import { randomUUID } from 'node:crypto';
import { termOf } from '@waypost/contract/placements/evaluations/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import type { evaluationQuestions } from '../platform/database/tables/lists.ts';
import type { evaluationRatings, evaluations } from '../platform/database/tables/projects.ts';
import type { DemoMaking } from './fill-demo.ts';
import type { Dice } from './random.ts';

type Occasion = 'mid-point' | 'conclusion';

const comments: Record<Occasion, readonly string[]> = {
  'mid-point': [
    'is on time, listens, and has stopped asking for permission to begin. We are working on speaking up when a step is unclear.',
    'learned the routine faster than we expected. Next we want to see more care at the end of the day, when everyone is tired.',
    'was shy with customers in the first weeks and now greets them first. Keeping notes would help with what we explain only once.',
    'works cleanly and safely. To grow, take on one task from beginning to end and tell us when it is done.',
  ],
  conclusion: [
    'does the work of a junior member of the crew. We would gladly have them back, and have said so.',
    'took what we said at mid-point seriously: the notebook is always there. Someone you can rely on.',
    'leaves with a skill that is worth something. What is still missing is speed, and that comes with practice.',
    'was missed on every day off. We recommend further training in the trade and will write a reference.',
  ],
};

// Interns improve: the conclusion's ratings are slightly better than the mid-point's.
const ratings: Record<Occasion, readonly string[]> = {
  'mid-point': ['Effective', 'Effective', 'Effective', 'Highly Effective', 'Needs Improvement'],
  conclusion: ['Effective', 'Effective', 'Highly Effective', 'Highly Effective', 'Highly Effective'],
};

interface Placement {
  projectId: string;
  /** Days from today: the first day of work, and the last one so far. */
  start: number;
  last: number;
  student: string;
  supervisor: string;
}

/** How many evaluations a placement has by now: both if completed, usually the first if past its middle. */
export function evaluationsDue(dice: Dice, status: BusinessStatus, start: number, stop: number): number {
  const isPastMiddle = start + stop < 0;
  const hasFirst = dice.chance(0.6) && isPastMiddle;
  if (status === 'completed') return 2;
  return status === 'open' && hasFirst ? 1 : 0;
}

/** A business's evaluation at mid-point or conclusion, with a rating for each question. */
export function makeEvaluation(
  { dice, calendar, clientId, cast }: DemoMaking,
  ordinal: number,
  { projectId, start, last, student, supervisor }: Placement,
  questions: readonly (typeof evaluationQuestions.$inferSelect)[],
) {
  const occasion: Occasion = ordinal === 1 ? 'mid-point' : 'conclusion';
  const day = occasion === 'mid-point' ? Math.round((start + last) / 2) : last;
  const id = randomUUID();
  const evaluation: typeof evaluations.$inferInsert = {
    clientId,
    id,
    projectId,
    ordinal,
    evaluationDate: calendar.day(day),
    supervisor,
    internshipFacilitator: `${cast.staff[0]?.firstName} ${cast.staff[0]?.lastName}`,
    contactPhone: cast.phone,
    term: termOf(calendar.day(day)),
    discussed: dice.chance(0.9),
    ...(supervisor && { submittedBy: supervisor, submittedVia: 'link' }),
    comments: `<p>${student} ${dice.pick(comments[occasion])}</p>`,
    createdAt: calendar.moment(day),
  };
  const rows = questions.map((question, index): typeof evaluationRatings.$inferInsert => ({
    clientId,
    evaluationId: id,
    ordinal: index + 1,
    evaluationQuestionId: question.id,
    questionText: question.questionText,
    rating: dice.pick(ratings[occasion]),
  }));
  return { evaluation, ratings: rows };
}
