import { partOf } from '@waypost/contract/list-part';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import type { Project, ProjectRow, projectCalls } from '@waypost/contract/placements/projects/calls';
import { itemStatuses } from '@waypost/contract/placements/projects/report';
import {
  type ApprovalType,
  dependsOnHours,
  needsReason,
  revokedWith,
  whyNotApproveAll,
  whyNotMoveStatus,
  whyNotReopen,
  whyNotSendBack,
  whyReasonNeeded,
} from '@waypost/contract/placements/projects/rules';
import { refuse } from '@waypost/contract/refusal';
import { recordView } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import {
  mayApproveItems,
  mayChangeStatus,
  maySeeBetweenTwo,
  maySeeStudentLists,
  viewsAsStaff,
} from '../../platform/access/ownership.ts';
import { findPerson, nameOf } from '../../platform/access/person-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, readRows } from '../../platform/database/cursor.ts';
import { countEvaluations } from '../evaluations/queries.ts';
import { approveItem, reopenItems, sendBack } from './approval-queries.ts';
import { moveProject } from './change-queries.ts';
import { mailReturn } from './mails.ts';
import { toFacts, toProject, toProjectRow, toSubject } from './present.ts';
import { lockProject, recordAction, refreshed, wholeOf } from './project-changes.ts';
import {
  type FoundProject,
  listInternsOf,
  listProjectsOf,
  openInternsOf,
  openProjectsOf,
} from './queries.ts';
import { loadProject, loadProjects } from './whole-queries.ts';

/** A student's placements, as the student, the business and staff see them (docs/behavior/projects.md). */
export const projectHandlers: Handlers<typeof projectCalls> = {
  /** Views by staff are recorded (docs/behavior/access.md#students-data). */
  loadStudentProject: async ({ actor, input, now }, tx) => {
    const found = await loadProject(tx, { clientId: actor.clientId, projectId: input.project_id });
    const project = authorize(actor, found, maySeeBetweenTwo);
    const { subject } = toSubject(project);
    if (subject && viewsAsStaff(actor))
      await recordView(tx, actor, { action: 'view project', subject, details: { project: project.id } }, now);
    return toProject(project, actor);
  },

  /** The app calls this at its start for every role, but only students have placements. */
  getProjectsByStudent: {
    page: async (request, tx) => {
      const { actor } = request;
      return pageOf(request, await listProjectsOf(tx, { clientId: actor.clientId, studentId: actor.id }));
    },
    whole: async function* (request, tx) {
      const { actor, input } = request;
      const key = { clientId: actor.clientId, studentId: actor.id };
      yield* wholeProjects(request, tx, await openProjectsOf(tx, key, input.offset ?? 0));
    },
  },

  getProjectsByStudentId: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const [found] = await findPerson(tx, { clientId, userId: input.student_id });
    const student = authorize(actor, found, maySeeStudentLists);
    const subject = { id: student.id, name: nameOf(student) };
    if (viewsAsStaff(actor))
      await recordView(tx, actor, { action: 'view student', subject, details: { list: 'placements' } }, now);
    const ids = (await listProjectsOf(tx, { clientId, studentId: student.id })).map(({ id }) => id);
    const projects = await loadProjects(tx, { clientId, ids });
    const latestFirst = projects.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    return latestFirst.map((project) => toProject(project, actor));
  },

  /** 409 if the caller may not make this move. An administrator's moves are recorded. */
  changeBusinessStatus: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChangeStatus);
    const [from, to] = [project.business_status, input.business_status];
    const [submitted] = await countEvaluations(tx, { clientId: project.clientId, projectId: project.id });
    const obstacle = whyNotMoveStatus(actor.role, from, to, submitted?.count ?? 0);
    if (obstacle) refuse('conflict', obstacle);

    if (!(await moveProject(tx, project, { from, to, now }))) refuse('conflict');
    const whole = await wholeOf(project, tx);
    if (actor.role === 'Admin')
      await recordAction(tx, actor, 'change internship status', whole, { from, to }, now);
    return toProject(whole, actor);
  },

  getInterns: {
    page: async (request, tx) => {
      const { actor } = request;
      return pageOf(request, await listInternsOf(tx, { clientId: actor.clientId, businessId: actor.id }));
    },
    whole: async function* (request, tx) {
      const { actor, input } = request;
      const key = { clientId: actor.clientId, businessId: actor.id };
      yield* wholeProjects(request, tx, await openInternsOf(tx, key, input.offset ?? 0));
    },
  },

  /** Only from 1 to 2, and below the minimum hours with a reason; otherwise 409 with a sentence. */
  setAdminApproval: (request, tx) => approve(request, [request.input.approval_type], tx),

  /** The same for several items at once. */
  approveItems: (request, tx) => approve(request, [...new Set(request.input.approval_types)], tx),

  /** From 1 to 0, until the student changes it. */
  sendBackItem: async ({ actor, input, now, outside }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayApproveItems);
    const whole = await wholeOf(project, tx);
    const { approval_type: item, reason } = input;
    const obstacle = whyNotSendBack(itemStatuses(toFacts(whole))[item]);
    if (obstacle) refuse('conflict', obstacle);
    await sendBack(tx, project, { item, reason, sentBackBy: actor.id, now });
    await recordAction(tx, actor, 'send back project item', whole, { item, reason }, now);
    await mailReturn(tx, outside, { clientId: actor.clientId, project: whole }, { item, reason });
    return refreshed(actor, project, tx);
  },

  /** From 2 to 1. Also revokes MSDE's approval. */
  reopenItem: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayApproveItems);
    const whole = await wholeOf(project, tx);
    const item = input.approval_type;
    const obstacle = whyNotReopen(itemStatuses(toFacts(whole))[item]);
    if (obstacle) refuse('conflict', obstacle);
    const falling = revokedWith(item).filter((one) => whole.approved.includes(one));
    await reopenItems(tx, project, falling, now);
    for (const one of falling)
      await recordAction(tx, actor, 're-open project item', whole, { item: one }, now);
    return refreshed(actor, project, tx);
  },
};

type AskedToApprove = Request<{ project_id: string; reason?: string | null | undefined }>;

/** Approves these items of a placement, each with its own record, or none of them. */
async function approve(
  { actor, input, now }: AskedToApprove,
  items: readonly ApprovalType[],
  tx: Tx,
): Promise<Project> {
  const project = await lockProject(actor, input.project_id, tx, mayApproveItems);
  const whole = await wholeOf(project, tx);
  const facts = toFacts(whole);
  const statuses = itemStatuses(facts);
  const obstacle = whyNotApproveAll(items.map((item) => statuses[item]));
  if (obstacle) refuse('conflict', obstacle);
  const minimum = MINIMUM_HOURS[facts.internshipType];
  for (const item of items) {
    const below = needsReason(item, facts.acceptedHours, minimum);
    const reason = below ? (input.reason ?? '') : '';
    if (below && reason === '') refuse('conflict', whyReasonNeeded(facts.acceptedHours, minimum));
    const acceptedHours = dependsOnHours(item) ? facts.acceptedHours : null;
    await approveItem(tx, project, { item, approvedBy: actor.id, reason, acceptedHours, now });
    const details = below ? { item, reason, hours: facts.acceptedHours.toFixed(2) } : { item };
    await recordAction(tx, actor, 'approve project item', whole, details, now);
  }
  return refreshed(actor, project, tx);
}

type AskedForList = Request<{ limit?: number | undefined; offset?: number | undefined }>;

/** One person has few placements, so they are read together, and counted and paginated here. */
function pageOf(request: AskedForList, found: FoundProject[]): ProjectRow[] {
  request.announceTotal(found.length);
  const { limit, offset } = partOf(request.input);
  return found.slice(offset, offset + limit).map((row) => toProjectRow(row, request.actor));
}

async function* wholeProjects(request: AskedForList, tx: Tx, ids: IdCursor) {
  const { actor } = request;
  request.announceTotal(ids.total);
  yield* readRows(ids, async (batch) =>
    (await loadProjects(tx, { clientId: actor.clientId, ids: batch })).map((project) =>
      toProject(project, actor),
    ),
  );
}
