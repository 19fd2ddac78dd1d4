import { randomUUID } from 'node:crypto';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import type { DemoOpportunity } from './opportunities.ts';
import type { DemoWork } from './placement-rows.ts';
import type { Dice } from './random.ts';
import type { DemoStudent } from './students.ts';

const letters = [
  'I have wanted to see this work from the inside since the eighth grade. I learn quickly, I am on time, and I ask when I do not know.',
  'My teachers would tell you that I am the one who stays to put the chairs back. I would bring the same to your team.',
  'Last summer I helped my uncle run his stand at the market, and I found out that I like work in which people rely on me.',
  'I am in the second year of my program and would like to try out what we practice at school with people who do it every day.',
  'I do not have experience yet. I do have a bicycle, free afternoons, and a reason: I would like to make this my profession.',
];

const interviewPlaces = [
  'At our front desk',
  'Conference room, second floor',
  'https://meet.example.org/interviews',
];

const interviewMessages = [
  'We would like to get to know you. Ask for the office at the door.',
  'It takes half an hour. No need to bring anything.',
  '',
];

/** Adds an application, made some days ago, and returns its id; null if the student has applied there before. */
export function apply(
  { dice, calendar, clientId, rows }: DemoWork,
  student: DemoStudent,
  opportunity: DemoOpportunity,
  status: ApplicationStatus,
  ago = dice.between(0, 5),
): string | null {
  if (rows.applications.some((row) => row.studentId === student.id && row.opportunityId === opportunity.id))
    return null;
  const id = randomUUID();
  const appliedAt = calendar.moment(-ago, dice.between(0, 900));
  rows.applications.push({
    clientId,
    id,
    opportunityId: opportunity.id,
    studentId: student.id,
    status,
    coverLetter: `<p>${dice.pick(letters)}</p><p>Thank you for reading this.</p><p>${student.firstName} ${student.lastName}</p>`,
    appliedAt,
    createdAt: appliedAt,
    updatedAt: status === 'New' ? appliedAt : calendar.moment(-dice.between(0, ago)),
    ...(status === 'Offered' && { offeredFrom: 'New', replyBy: calendar.day(14 - dice.between(0, 5)) }),
  });
  return id;
}

/** Interviews in each state: invited, proposed, confirmed. Maya has an invitation to reply to. */
export function addInterviews({ dice, calendar, clientId, people, rows }: DemoWork): void {
  const scheduled = rows.applications.filter(({ status }) => status === 'Interview Scheduled');
  const states = ['Proposed', 'Confirmed', 'Invited'] as const;
  for (const [index, { id = '', studentId }] of scheduled.entries()) {
    const state = studentId === people.student.id ? 'Invited' : (states[index % 3] ?? 'Invited');
    const isProposed = state === 'Proposed';
    rows.interviews.push({
      clientId,
      applicationId: id,
      state,
      startsAt: calendar.moment(3 + (index % 5), 30),
      minutes: 30,
      place: dice.pick(interviewPlaces),
      message: dice.pick(interviewMessages),
      proposedAt: isProposed ? calendar.moment(4 + (index % 5), 90) : null,
      proposal: isProposed ? 'I have a class at that time. Would this work?' : '',
      inBusinessCalendar: state === 'Confirmed',
      updatedAt: calendar.moment(-1),
    });
  }
}

/** Most applications are new. */
export function drawStatus(dice: Dice): ApplicationStatus {
  return dice.pick([
    'New',
    'New',
    'New',
    'New',
    'Interview Scheduled',
    'Interview Scheduled',
    'Offered',
    'Declined',
    'Rescinded',
  ]);
}
