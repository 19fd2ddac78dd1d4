import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { dependsOnHours, needsReason } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { approvable } from './final-work.ts';
import type { DemoOpportunity } from './opportunities.ts';
import type { DemoWork } from './placement-rows.ts';

const answers = [
  'I expected to watch. Instead I was handed gloves on the first day, and someone stood beside me until I could do it alone.',
  'The biggest surprise was how much of the job is talking: to customers, to each other, and at the end of the day about what to do better.',
  'I made a mistake with the measurements and had to start again. No one shouted. We wrote down how to check it and it has not happened since.',
  'The unit conversions from my math class turned up in the first week. I should have paid more attention, and now I do.',
];

const approvalReasons = [
  'The business closed for the season two weeks early.',
  'The student was ill for three weeks and made up the rest in class.',
  'The school year ended before the last shifts.',
];

const disapprovalReasons = [
  'You left at noon that day. Please correct the hours.',
  'This day is logged twice.',
  'We were closed that day.',
];

/** Logs some days of every week. The business has decided on all but the newest of a running placement. */
export function addHours(
  { dice, calendar, clientId, rows }: DemoWork,
  projectId: string,
  opportunity: DemoOpportunity,
  {
    last,
    status,
    mine,
    decider,
  }: { last: number; status: BusinessStatus; mine: boolean; decider: string | undefined },
) {
  const step = opportunity.kind === 'Apprenticeship' ? 2 : 4;
  for (let day = opportunity.start; day <= last; day += dice.between(step - 1, step + 1)) {
    const fresh = day > -9 && status === 'open';
    const approved = fresh ? 0 : dice.chance(0.03) ? -1 : 1;
    rows.hours.push({
      clientId,
      projectId,
      startDate: calendar.day(day),
      endDate: calendar.day(day),
      totalHours: dice.between(mine ? 10 : 8, 28) / 4,
      textLog: dice.pick(opportunity.logs),
      businessApproved: approved,
      disapprovalReason: approved === -1 ? dice.pick(disapprovalReasons) : '',
      decidedAt: approved ? calendar.moment(Math.min(day + 3, 0)) : null,
      ...(approved && decider && { decidedBy: decider, decidedVia: 'link' }),
      createdAt: calendar.moment(day),
    });
  }
}

/** Answers all questions of a completed placement, and some of others. */
export function addReflections(
  { dice, calendar, clientId, rows, questions }: DemoWork,
  projectId: string,
  status: BusinessStatus,
  { first, last }: { first: number; last: number },
) {
  const done = status === 'completed' ? questions.reflection.length : dice.between(0, 4);
  for (const [index, question] of questions.reflection.entries())
    rows.reflections.push({
      clientId,
      projectId,
      ordinal: index + 1,
      questionText: question.questionText,
      questionTextEs: question.questionTextEs,
      answerText: index < done ? dice.pick(answers) : '',
      status: index < done ? 'complete' : index === done ? 'unlocked' : 'locked',
      answeredAt:
        index < done ? calendar.moment(Math.max(first + 1 + index, last - (done - index) * 6)) : null,
    });
}

/** Staff approve what they can of a completed placement. */
export function approve(
  { dice, clientId, people, rows }: DemoWork,
  projectId: string,
  { kind }: DemoOpportunity,
  approvedAt: Date,
) {
  const hours = rows.hours.filter((one) => one.projectId === projectId);
  const acceptedHours = hours
    .filter((one) => one.businessApproved === 1)
    .reduce((all, one) => all + one.totalHours, 0);
  for (const item of approvable(kind, acceptedHours))
    rows.approvals.push({
      clientId,
      projectId,
      item,
      approvedBy: people.student.id,
      approvedAt,
      ...(dependsOnHours(item) && { acceptedHours }),
      ...(needsReason(item, acceptedHours, MINIMUM_HOURS[kind]) && { reason: dice.pick(approvalReasons) }),
    });
}
