import { randomUUID } from 'node:crypto';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { dependsOnHours, needsReason } from '@waypost/contract/placements/projects/rules';
import type { ApplicationStatus, BusinessStatus } from '@waypost/contract/statuses';
import { eq, sql } from 'drizzle-orm';
import { files } from '../platform/database/tables/files.ts';
import { evaluationQuestions, reflectionQuestions } from '../platform/database/tables/lists.ts';
import {
  applications as applicationTable,
  interviews as interviewTable,
  opportunities as opportunityTable,
} from '../platform/database/tables/opportunities.ts';
import { users } from '../platform/database/tables/people.ts';
import {
  evaluationRatings,
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projects,
} from '../platform/database/tables/projects.ts';
import { evaluationsDue, makeEvaluation } from './evaluations.ts';
import type { DemoMaking } from './fill-demo.ts';
import { approvable, makeFinalFile, summary } from './final-work.ts';
import type { DemoOpportunity } from './opportunities.ts';
import type { DemoPeople, DemoStudent } from './people.ts';
import type { Dice } from './random.ts';

const letters = [
  'I have wanted to see this work from the inside since the eighth grade. I learn quickly, I am on time, and I ask when I do not know.',
  'My teachers would tell you that I am the one who stays to put the chairs back. I would bring the same to your team.',
  'Last summer I helped my uncle run his stand at the market, and I found out that I like work in which people rely on me.',
  'I am in the second year of my program and would like to try out what we practice at school with people who do it every day.',
  'I do not have experience yet. I do have a bicycle, free afternoons, and a reason: I would like to make this my profession.',
];

const answers = [
  'I expected to watch. Instead I was handed gloves on the first day, and someone stood beside me until I could do it alone.',
  'The biggest surprise was how much of the job is talking: to customers, to each other, and at the end of the day about what to do better.',
  'I made a mistake with the measurements and had to start again. No one shouted. We wrote down how to check it and it has not happened since.',
  'The unit conversions from my math class turned up in the first week. I should have paid more attention, and now I do.',
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

/** Applications in every status, and the results of accepted ones: hours, reflections, evaluations. */
export async function fillPlacements(
  making: DemoMaking,
  people: DemoPeople,
  opportunities: DemoOpportunity[],
) {
  const { dice, calendar } = making;
  const { rows, apply, place, addInterviews } = await placing(making, people);
  const ready = people.students.filter((student) => student.ready);
  const others = dice.some(
    ready.filter((student) => student.id !== people.student.id),
    ready.length,
  );
  const own = people.businesses[0];
  const ownWork = opportunities.find((one) => one.businessId === own?.id && one.phase === 'running');

  // Maya works at Bayside Marine; everybody else is spread over the free spots.
  if (ownWork) place(people.student, ownWork);
  // More than a third have no placement.
  const idle = Math.round(others.length * 0.36);
  let next = 0;
  for (const opportunity of opportunities.filter(({ phase }) => phase !== 'open')) {
    const seats = opportunity === ownWork ? 2 : dice.between(1, opportunity.slots);
    for (let seat = 0; seat < seats && next < others.length - idle; seat += 1)
      place(others[next++] as DemoStudent, opportunity);
  }

  const open = opportunities.filter(({ phase }) => phase === 'open');
  for (const student of others.slice(next)) {
    for (const opportunity of dice.some(open, dice.between(1, 3)))
      apply(student, opportunity, drawStatus(dice));
  }
  // What the demo's own two accounts find when they log in: an offer to reply to, and letters to read.
  const [elsewhere, another, third] = open.filter(({ businessId }) => businessId !== own?.id);
  if (elsewhere) apply(people.student, elsewhere, 'Offered');
  const offer = rows.applications.find(
    (row) => row.studentId === people.student.id && row.status === 'Offered',
  );
  if (offer)
    Object.assign(offer, {
      offerMessage:
        'We enjoyed your letter and would love to have you with us. On the first day, come to the front desk at nine. Bring lunch.',
      replyBy: calendar.day(9),
    });
  if (another) apply(people.student, another, 'New');
  if (third) apply(people.student, third, 'Interview Scheduled');
  const ownOpen = open.find(({ businessId }) => businessId === own?.id);
  // Those at the end of the list have no placement, because nobody applies where they already work.
  if (ownOpen) for (const student of others.slice(-4)) apply(student, ownOpen, 'New');

  addInterviews();
  const [read] = rows.applications.filter((row) => row.opportunityId === ownOpen?.id && row.status === 'New');
  if (read)
    Object.assign(read, {
      businessNotes: 'Writes clearly and asks good questions. Lives ten minutes away.',
      businessStars: 4,
    });
  await keep(making, rows);
}

/** The placements of the last school year, all finished. */
export async function fillLastYear(making: DemoMaking, people: DemoPeople, opportunities: DemoOpportunity[]) {
  const { dice } = making;
  const { rows, place } = await placing(making, people);
  const ready = people.students.filter((student) => student.ready && student.id !== people.student.id);
  const students = dice.some(ready, ready.length);
  for (const opportunity of opportunities)
    for (const student of students.splice(0, dice.between(2, opportunity.slots))) place(student, opportunity);
  await keep(making, rows);
}

/** Functions that create applications and placements, and the rows created so far. */
async function placing(making: DemoMaking, people: DemoPeople) {
  const { db, dice, calendar, clientId } = making;
  const questions = {
    reflection: await db
      .select()
      .from(reflectionQuestions)
      .where(eq(reflectionQuestions.clientId, clientId))
      .orderBy(reflectionQuestions.ordinal),
    evaluation: await db
      .select()
      .from(evaluationQuestions)
      .where(eq(evaluationQuestions.clientId, clientId))
      .orderBy(evaluationQuestions.ordinal),
  };
  const rows = emptyRows();

  return { rows, apply, place, addInterviews };

  function apply(
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
  function addInterviews() {
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

  function place(student: DemoStudent, opportunity: DemoOpportunity) {
    const mine = student.id === people.student.id;
    const applicationId = apply(student, opportunity, 'Accepted', -opportunity.start + dice.between(10, 25));
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
    addHours(projectId, opportunity, { last, status, mine, decider: supervisor?.name });
    addReflections(projectId, status, { first: opportunity.start, last });
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
      const made = makeEvaluation(making, ordinal, placement, questions.evaluation);
      rows.evaluations.push(made.evaluation);
      rows.ratings.push(...made.ratings);
    }
    if (status !== 'completed') return;
    rows.handedIn.push(makeFinalFile(clientId, { projectId, student, at: calendar.moment(last + 3) }));
    // Of recently finished placements, two in three are approved as far as possible; the rest wait for the
    // administrator.
    if (opportunity.phase === 'last year' || dice.chance(0.66)) approve(projectId, opportunity, end);
  }

  function approve(projectId: string, { kind }: DemoOpportunity, approvedAt: Date) {
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

  function addHours(
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

  function addReflections(
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
}

function drawStatus(dice: Dice): ApplicationStatus {
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

function emptyRows() {
  return {
    applications: [] as (typeof applicationTable.$inferInsert)[],
    interviews: [] as (typeof interviewTable.$inferInsert)[],
    projects: [] as (typeof projects.$inferInsert)[],
    hours: [] as (typeof hourEntries.$inferInsert)[],
    reflections: [] as (typeof projectReflections.$inferInsert)[],
    evaluations: [] as (typeof evaluations.$inferInsert)[],
    ratings: [] as (typeof evaluationRatings.$inferInsert)[],
    handedIn: [] as ReturnType<typeof makeFinalFile>[],
    approvals: [] as (typeof projectApprovals.$inferInsert)[],
    /** Spots taken, by opportunity. */
    seats: new Map<string, number>(),
  };
}

async function keep({ db, clientId, files: store }: DemoMaking, rows: ReturnType<typeof emptyRows>) {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.clientId} = ${clientId} and ${users.role} = 'Admin'`);
  const approvals = rows.approvals.map((row) => ({ ...row, approvedBy: admin?.id ?? row.approvedBy }));
  await db.insert(applicationTable).values(rows.applications);
  if (rows.interviews.length > 0) await db.insert(interviewTable).values(rows.interviews);
  // Everybody signed up before they applied.
  await db.execute(sql`
    update users set created_at = earliest.applied_at - interval '5 days'
      from (select student_id, min(applied_at) as applied_at from applications where client_id = ${clientId}
             group by student_id) as earliest
     where users.client_id = ${clientId} and users.id = earliest.student_id
       and users.created_at > earliest.applied_at`);
  for (const [id, acceptedCount] of rows.seats)
    await db
      .update(opportunityTable)
      .set({ acceptedCount })
      .where(sql`${opportunityTable.clientId} = ${clientId} and ${opportunityTable.id} = ${id}`);
  await db.insert(projects).values(rows.projects);
  // A parent decides before their child's first placement, or on the day after it was accepted.
  await db.execute(sql`
    update consents c
       set recorded_at = first.day_after, decided_on = (first.day_after at time zone 'UTC')::date,
           decided_at = case when c.decided_at is not null then first.day_after end
      from (select student_id, min(created_at) + interval '1 day' as day_after from projects
             where client_id = ${clientId} group by student_id) as first
     where c.client_id = ${clientId} and c.student_id = first.student_id and c.recorded_at > first.day_after`);
  for (let from = 0; from < rows.hours.length; from += 1000)
    await db.insert(hourEntries).values(rows.hours.slice(from, from + 1000));
  await db.insert(projectReflections).values(rows.reflections);
  await db.insert(evaluations).values(rows.evaluations);
  await db.insert(evaluationRatings).values(rows.ratings);
  for (const { file, content } of rows.handedIn) await store.put(file.storageKey, content, file.contentType);
  await db.insert(files).values(rows.handedIn.map(({ file }) => file));
  await db.insert(projectFiles).values(rows.handedIn.map(({ link }) => link));
  if (approvals.length) await db.insert(projectApprovals).values(approvals);
}
