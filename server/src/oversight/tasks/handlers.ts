import { isReadOnly } from '@waypost/contract/access';
import { utcDay } from '@waypost/contract/dates';
import type { Task, Tasks, taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { byUrgency, TASKS_PER_KIND, type TaskKind, taskKinds } from '@waypost/contract/oversight/tasks/rules';
import type { Role } from '@waypost/contract/roles';
import type { Actor } from '../../platform/access/actor.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { listAgreementsToSend, listAgreementsToSign, listDraftsToFillIn } from './agreement-queries.ts';
import {
  toAgreement,
  toApplicants,
  toApprovals,
  toEmptyClient,
  toEvaluations,
  toGuardian,
  toHours,
  toInterview,
  toInterviewTime,
  toOffer,
  toOwnWork,
  toPlacementAgreement,
  toPlacementWork,
  toReturnedMail,
  toStudentInNeed,
} from './present.ts';
import {
  lacksAgreement,
  listInternsToEvaluate,
  listInternsWithHours,
  listInterviewsToAnswer,
  listNewApplicants,
  listOffers,
  listOwnPlacements,
} from './queries.ts';
import {
  countPlacementWork,
  listEmptyClients,
  listGuardiansToConfirm,
  listReturnedMail,
  listStudentsInNeed,
  listWaitingAccounts,
} from './staff-queries.ts';

/** What the caller has to do (docs/behavior/tasks.md). */
export const taskHandlers: Handlers<typeof taskCalls> = {
  loadTasks: async ({ actor, now }, tx) => {
    const found = await findTasks[actor.role](tx, actor, now);
    return inOrder(taskKinds[actor.role], found, utcDay(now));
  },
};

/** Tasks, and the total of each kind if that differs from the number of its tasks. */
interface FoundTasks {
  tasks: Task[];
  totals: Partial<Record<TaskKind, number | undefined>>;
}

const findTasks: Record<Role, (tx: Tx, actor: Actor, now: Date) => Promise<FoundTasks>> = {
  Student: async (tx, actor, now) => {
    // Every task is something to change.
    if (isReadOnly(actor)) return { tasks: [], totals: {} };
    const [offers, interviews, signing, hasNoAgreement, placements] = await Promise.all([
      listOffers(tx, actor),
      listInterviewsToAnswer(tx, actor, 'Student', now),
      listAgreementsToSign(tx, { ...actor, party: 'student' }, now),
      lacksAgreement(tx, actor),
      listOwnPlacements(tx, actor),
    ]);
    const agreement = hasNoAgreement ? [toAgreement()] : [];
    // Without approval nothing can be submitted.
    const work = actor.approved ? placements.flatMap((row) => toOwnWork(row, utcDay(now))) : [];
    return {
      tasks: [
        ...offers.map(toOffer),
        ...interviews.map(toInterview),
        ...signing.map(toPlacementAgreement('sign agreement', 'Student')),
        ...agreement,
        ...work,
      ],
      totals: {
        offer: offers[0]?.total,
        interview: interviews[0]?.total,
        'sign agreement': signing[0]?.total,
      },
    };
  },

  Business: async (tx, actor, now) => {
    if (!actor.approved) return { tasks: [], totals: {} };
    const [hours, signing, drafts, times, applicants, interns] = await Promise.all([
      listInternsWithHours(tx, actor),
      listAgreementsToSign(tx, { ...actor, party: 'business' }, now),
      listDraftsToFillIn(tx, actor),
      listInterviewsToAnswer(tx, actor, 'Business', now),
      listNewApplicants(tx, actor),
      listInternsToEvaluate(tx, actor, now),
    ]);
    const evaluations = toEvaluations(interns, utcDay(now));
    return {
      tasks: [
        ...toHours(hours),
        ...times.map(toInterviewTime),
        ...signing.map(toPlacementAgreement('sign agreement', 'Business')),
        ...drafts.map(toPlacementAgreement('fill in agreement', 'Business')),
        ...applicants.map(toApplicants),
        ...evaluations,
      ],
      totals: {
        hours: hours[0]?.total,
        'interview time': times[0]?.total,
        'sign agreement': signing[0]?.total,
        'fill in agreement': drafts[0]?.total,
        applicants: applicants[0]?.total,
        evaluation: evaluations.length,
      },
    };
  },

  Teacher: findForStaff,

  Admin: async (tx, actor, now) => {
    const [shared, signing, counted] = await Promise.all([
      findForStaff(tx, actor, now),
      listAgreementsToSign(tx, { ...actor, party: 'school' }, now),
      countPlacementWork(tx, actor.clientId, utcDay(now)),
    ]);
    return {
      tasks: [
        ...shared.tasks,
        ...signing.map(toPlacementAgreement('sign agreement', 'Admin')),
        ...toPlacementWork(counted),
      ],
      totals: {
        ...shared.totals,
        'sign agreement': signing[0]?.total,
        'sign-off': counted.awaiting,
        'ending soon': counted.ending,
      },
    };
  },

  SuperAdmin: async (tx) => {
    const clients = await listEmptyClients(tx);
    return { tasks: clients.map(toEmptyClient), totals: { 'no administrator': clients[0]?.total } };
  },
};

async function findForStaff(tx: Tx, actor: Actor, now: Date): Promise<FoundTasks> {
  const [waiting, guardians, returned, sending, { placements, behind, atRisk }] = await Promise.all([
    listWaitingAccounts(tx, actor.clientId),
    listGuardiansToConfirm(tx, actor.clientId, utcDay(now)),
    listReturnedMail(tx, actor.clientId),
    listAgreementsToSend(tx, actor.clientId, now),
    listStudentsInNeed(tx, actor.clientId, utcDay(now)),
  ]);
  const totalOf = (role: Role) => waiting.find((row) => row.role === role)?.total;
  return {
    tasks: [
      ...toApprovals(waiting),
      ...guardians.map(toGuardian),
      ...returned.map(toReturnedMail),
      ...sending.map(toPlacementAgreement('send agreement', actor.role)),
      ...placements.map((row) => toStudentInNeed(row, actor, now)),
    ],
    totals: {
      'send agreement': sending[0]?.total,
      'students to approve': totalOf('Student'),
      'businesses to approve': totalOf('Business'),
      guardian: guardians[0]?.total,
      'returned mail': returned[0]?.total,
      behind,
      'at risk': atRisk,
    },
  };
}

/**
 * The most urgent first, of each kind at most as many as are listed, and the total of each kind that is not empty.
 */
function inOrder(kinds: readonly TaskKind[], { tasks, totals }: FoundTasks, today: string): Tasks {
  const byKind = kinds.map((kind) => {
    const ofKind = tasks.filter((task) => task.kind === kind);
    return { kind, total: totals[kind] ?? ofKind.length, listed: ofKind.slice(0, TASKS_PER_KIND) };
  });
  return {
    tasks: byUrgency(
      byKind.flatMap(({ listed }) => listed),
      today,
    ),
    totals: byKind.filter(({ total }) => total > 0).map(({ kind, total }) => ({ kind, total })),
  };
}
