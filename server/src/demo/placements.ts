import { randomUUID } from 'node:crypto';
import { addInterviews, apply, drawStatus } from './applications.ts';
import { evaluationsDue, makeEvaluation } from './evaluations.ts';
import type { DemoMaking } from './fill-demo.ts';
import { makeFinalFile, summary } from './final-work.ts';
import type { DemoOpportunity } from './opportunities.ts';
import type { DemoPeople } from './people.ts';
import { beginWork, type DemoWork, storeWork } from './placement-rows.ts';
import { addHours, addReflections, approve } from './placement-work.ts';
import type { DemoStudent } from './students.ts';

/** Applications in every status, and the results of accepted ones: hours, reflections, evaluations. */
export async function fillPlacements(
  making: DemoMaking,
  people: DemoPeople,
  opportunities: DemoOpportunity[],
) {
  const work = await beginWork(making, people);
  const { dice, calendar, rows } = work;
  const ready = people.students.filter((student) => student.ready);
  const others = dice.some(
    ready.filter((student) => student.id !== people.student.id),
    ready.length,
  );
  const own = people.businesses[0];
  const ownWork = opportunities.find((one) => one.businessId === own?.id && one.phase === 'running');

  // Maya works at Bayside Marine; everybody else is spread over the free spots.
  if (ownWork) place(work, people.student, ownWork);
  // More than a third have no placement.
  const idle = Math.round(others.length * 0.36);
  let next = 0;
  for (const opportunity of opportunities.filter(({ phase }) => phase !== 'open')) {
    const seats = opportunity === ownWork ? 2 : dice.between(1, opportunity.slots);
    for (let seat = 0; seat < seats && next < others.length - idle; seat += 1)
      place(work, others[next++] as DemoStudent, opportunity);
  }

  const open = opportunities.filter(({ phase }) => phase === 'open');
  for (const student of others.slice(next)) {
    for (const opportunity of dice.some(open, dice.between(1, 3)))
      apply(work, student, opportunity, drawStatus(dice));
  }
  // What the demo's own two accounts find when they log in: an offer to reply to, and letters to read.
  const [elsewhere, another, third] = open.filter(({ businessId }) => businessId !== own?.id);
  if (elsewhere) apply(work, people.student, elsewhere, 'Offered');
  const offer = rows.applications.find(
    (row) => row.studentId === people.student.id && row.status === 'Offered',
  );
  if (offer)
    Object.assign(offer, {
      offerMessage:
        'We enjoyed your letter and would love to have you with us. On the first day, come to the front desk at nine. Bring lunch.',
      replyBy: calendar.day(9),
    });
  if (another) apply(work, people.student, another, 'New');
  if (third) apply(work, people.student, third, 'Interview Scheduled');
  const ownOpen = open.find(({ businessId }) => businessId === own?.id);
  // Those at the end of the list have no placement, because nobody applies where they already work.
  if (ownOpen) for (const student of others.slice(-4)) apply(work, student, ownOpen, 'New');

  addInterviews(work);
  const [read] = rows.applications.filter((row) => row.opportunityId === ownOpen?.id && row.status === 'New');
  if (read)
    Object.assign(read, {
      businessNotes: 'Writes clearly and asks good questions. Lives ten minutes away.',
      businessStars: 4,
    });
  await storeWork(work);
}

/** The placements of the last school year, all finished. */
export async function fillLastYear(making: DemoMaking, people: DemoPeople, opportunities: DemoOpportunity[]) {
  const { dice } = making;
  const work = await beginWork(making, people);
  const ready = people.students.filter((student) => student.ready && student.id !== people.student.id);
  const students = dice.some(ready, ready.length);
  for (const opportunity of opportunities)
    for (const student of students.splice(0, dice.between(2, opportunity.slots)))
      place(work, student, opportunity);
  await storeWork(work);
}

/** Places a student, with everything that has happened since, unless they have applied there before. */
function place(work: DemoWork, student: DemoStudent, opportunity: DemoOpportunity): void {
  const { dice, calendar, clientId, people, rows } = work;
  const mine = student.id === people.student.id;
  const applicationId = apply(
    work,
    student,
    opportunity,
    'Accepted',
    -opportunity.start + dice.between(10, 25),
  );
  if (!applicationId) return;
  const seat = (rows.seats.get(opportunity.id) ?? 0) + 1;
  rows.seats.set(opportunity.id, seat);
  const over = opportunity.phase !== 'running';
  const ended = !mine && opportunity.phase !== 'last year' && dice.chance(over ? 0.12 : 0.06);
  const status = ended ? 'terminated' : over ? 'completed' : 'open';
  const projectId = randomUUID();
  const last = ended ? opportunity.start + dice.between(10, 30) : Math.min(-1, opportunity.stop);
  // A business completes a placement once it has decided on the last hours and the final work is in.
  const end = calendar.moment(status === 'completed' ? last + 6 : last);
  const firm = people.businesses.find(({ id }) => id === opportunity.businessId);
  // The business's supervisors take turns.
  const supervisors = firm?.supervisors ?? [];
  const supervisor = supervisors[(seat - 1) % supervisors.length];
  rows.projects.push({
    clientId,
    id: projectId,
    applicationId,
    opportunityId: opportunity.id,
    studentId: student.id,
    businessId: opportunity.businessId,
    supervisorId: supervisor?.id ?? null,
    businessStatus: status,
    endedAt: status === 'open' ? null : end,
    finalSummary: status === 'completed' ? summary : '',
    finalSummaryUpdatedAt: status === 'completed' ? calendar.moment(last + 2) : null,
    finalProjectUpdatedAt: status === 'completed' ? calendar.moment(last + 3) : null,
    createdAt: calendar.moment(opportunity.start - 8),
    updatedAt: end,
  });
  addHours(work, projectId, opportunity, { last, status, mine, decider: supervisor?.name });
  addReflections(work, projectId, status, { first: opportunity.start, last });
  const { start, stop } = opportunity;
  const due = evaluationsDue(dice, status, start, stop);
  for (let ordinal = 1; ordinal <= due; ordinal += 1) {
    const placement = {
      projectId,
      start,
      last,
      student: student.firstName,
      supervisor: supervisor?.name ?? '',
    };
    const made = makeEvaluation(work, ordinal, placement, work.questions.evaluation);
    rows.evaluations.push(made.evaluation);
    rows.ratings.push(...made.ratings);
  }
  if (status !== 'completed') return;
  rows.handedIn.push(makeFinalFile(clientId, { projectId, student, at: calendar.moment(last + 3) }));
  // Of recently finished placements, two in three are approved as far as possible; the rest wait for the
  // administrator.
  if (opportunity.phase === 'last year' || dice.chance(0.66)) approve(work, projectId, opportunity, end);
}
