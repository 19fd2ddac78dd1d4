import { accountCalls } from '@waypost/contract/accounts/calls';
import { applicationCalls } from '@waypost/contract/applications/calls';
import type { Call } from '@waypost/contract/call';
import { evaluationCalls } from '@waypost/contract/evaluations/calls';
import { hoursCalls } from '@waypost/contract/hours/calls';
import { masqueradeCalls } from '@waypost/contract/masquerade/calls';
import { peopleCalls } from '@waypost/contract/people/calls';
import type { Project } from '@waypost/contract/projects/calls';
import { projectCalls } from '@waypost/contract/projects/calls';
import { entryOf, type Op, placementText, type Student, students } from './model.ts';
import type { Ids } from './world.ts';

/** The rows that an action may name, by what the model calls them. */
export interface Known extends Ids {
  applications: Partial<Record<string, string>>;
  projects: Partial<Record<string, string>>;
  entries: Partial<Record<string, string>>;
}

/** No row has this id. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/** The request of an action, which the actor's own browser would send. */
export function requestOf(
  op: Exclude<Op, { do: 'send offer' }>,
  known: Known,
): [Call<never, unknown> | Call, object] {
  const student = 'student' in op ? op.student : '';
  const application_id = known.applications[student] ?? NOTHING;
  const user = (name: string) => known.users[name] ?? { id: NOTHING, email: '' };
  const project_id = known.projects[student] ?? NOTHING;
  const hours_log_id = ('entry' in op ? known.entries[op.entry] : undefined) ?? NOTHING;
  switch (op.do) {
    case 'apply':
      return [
        applicationCalls.createApplication,
        { cover_letter: '<p>Please.</p>', opportunity_id_fk: known.opportunity },
      ];
    case 'move':
      return [applicationCalls.updateApplicationStatus, { application_id, status: op.to }];
    case 'offer':
      return [applicationCalls.offerPlacement, { application_id, reply_by: op.today }];
    case 'undo offer':
      return [applicationCalls.undoOffer, { application_id }];
    case 'set approval':
      return [peopleCalls.swapApprovalStatus, { _id: user(op.user).id, approved: op.approved }];
    case 'log':
      return [hoursCalls.createHoursEntry, { project_id, ...anEntry(op.hours, entryOf(op)) }];
    case 'remove':
      return [hoursCalls.deleteHoursEntry, { project_id, hours_log_id }];
    case 'correct':
      return [hoursCalls.correctHoursEntry, { project_id, hours_log_id, ...anEntry(op.hours, op.entry) }];
    case 'decide':
      return [
        hoursCalls.approveHours,
        { project_id, hours_id: hours_log_id, business_approved: op.decision, reason: 'Not here.' },
      ];
    case 'evaluate':
      return [evaluationCalls.saveEvaluation, { project_id, ...anEvaluation, evaluation_count: op.seen }];
    case 'end':
      return [projectCalls.changeBusinessStatus, { project_id, business_status: op.to }];
    case 'sign off':
      return [projectCalls.setAdminApproval, { project_id, approval_type: op.item }];
    case 'reopen':
      return [projectCalls.reopenItem, { project_id, approval_type: op.item }];
    case 'read applicants':
      return [applicationCalls.getApplicants, { opp_id: known.opportunity }];
    case 'read placement':
      return [projectCalls.loadStudentProject, { project_id }];
    case 'log in':
      return [accountCalls.login, { email: user(op.user).email, password: op.password }];
    case 'log out':
      return [accountCalls.logout, {}];
    case 'change password':
      return [
        accountCalls.changePassword,
        { email: user(op.owner).email, password: op.password, new_password: op.next },
      ];
    case 'masquerade':
      return [masqueradeCalls.masquerade, { id: user(op.user).id }];
    case 'end masquerade':
      return [masqueradeCalls.endMasquerade, { adminUser_id: user('admin').id }];
  }
}

const anEntry = (total_hours: number, text_log: string) => ({
  ...{ start_date: '2026-02-02', end_date: '2026-02-20' },
  ...{ total_hours, text_log },
});

const anEvaluation = {
  ...{ evaluation_date: '2026-03-02', supervisor: 'Grace', internship_facilitator: 'Mary' },
  ...{ contact_phone: '(410)555-0100', comments: '<p>Good.</p>' },
};

/** A reply in the model's words, without ids and times. */
export function told(op: Op, status: number, body: unknown): string {
  if (status === 409) return `409 ${(body as { detail: string }).detail}`;
  if (status !== 200) return `${status} ${(body as { type: string }).type.replace('/problems/', '')}`;
  return `200 ${toldOf(op, body)}`;
}

function toldOf(op: Op, body: unknown): string {
  switch (op.do) {
    case 'move':
    case 'offer':
    case 'undo offer':
      return (body as { application: { status: string } }).application.status;
    case 'set approval':
      return (body as { approved: boolean }).approved ? 'approved' : 'deactivated';
    case 'read applicants':
      return applicants(body as Applicants);
    case 'masquerade':
      return (body as { first_name: string }).first_name;
    case 'log':
    case 'remove':
    case 'correct':
    case 'decide':
    case 'end':
    case 'sign off':
    case 'reopen':
    case 'read placement':
      return placement(body as Project);
    default:
      return (body as { message: string }).message;
  }
}

type Applicants = { status: string; student_id_fk: { first_name: string } | null }[];

function applicants(rows: Applicants): string {
  const order = (row: Applicants[number]) => students.indexOf(row.student_id_fk?.first_name as Student);
  return rows
    .toSorted((one, other) => order(one) - order(other))
    .map((row) => `${row.student_id_fk?.first_name} ${row.status}`)
    .join(', ');
}

const placement = ({ business_status, hours, evaluation_count, reportData }: Project) =>
  placementText(
    business_status,
    hours.map((one) => [one.text_log, one.total_hours, one.business_approved]),
    evaluation_count,
    [reportData.activity_log_status, reportData.evaluation_status],
  );
