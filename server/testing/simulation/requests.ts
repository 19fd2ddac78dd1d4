import type { Call } from '@waypost/contract/call';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { agreementCalls, type PlacementAgreement } from '@waypost/contract/placements/agreements/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { describeAgreement } from './agreement-rules.ts';
import { listOf } from './file-rules.ts';
import type { ByLink } from './link-rules.ts';
import { entryOf, placementText } from './model.ts';
import { fileOf, type Op, type Student, students } from './state.ts';
import type { Ids } from './world.ts';

/** The rows that an action may name, by their names in the model. */
export interface Known extends Ids {
  applications: Partial<Record<string, string>>;
  projects: Partial<Record<string, string>>;
  entries: Partial<Record<string, string>>;
  files: Partial<Record<string, string>>;
  /** The hash of each agreement's text. */
  texts: Partial<Record<string, string>>;
  /** What the mails contain: the codes that confirm an email, by action, and the tokens of links. */
  codes: Partial<Record<number, string>>;
  links: Partial<Record<string, string>>;
  /** Makes an email of this term. */
  term: string;
}

/** What people and jobs do without a link. */
export type ByCall = Exclude<Op, { do: 'send offer' } | { link: string }>;

/** No row has this id. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/** The request of an action, which the actor's own browser would send. */
export function requestOf(op: ByCall, known: Known): [Call<never, unknown> | Call, object] {
  const student = 'student' in op ? op.student : '';
  const application_id = known.applications[student] ?? NOTHING;
  const user = (name: string) => known.users[name] ?? { id: NOTHING, email: '' };
  const project_id = known.projects[student] ?? NOTHING;
  const hours_log_id = ('entry' in op ? known.entries[op.entry] : undefined) ?? NOTHING;
  const text_hash = known.texts[student] ?? NO_TEXT;
  const file_id = ('file' in op ? known.files[op.file] : undefined) ?? NOTHING;
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
    case 'sign up':
      return [accountCalls.signUp, { ...aSignUp, client: known.client, email: emailOf(op.address, known) }];
    case 'confirm':
      return [accountCalls.confirmEmail, { code: known.codes[op.mail] ?? 'never-mailed' }];
    case 'resend confirmation':
      return [accountCalls.resendConfirmation, {}];
    case 'read self':
      return [accountCalls.getUserData, {}];
    case 'fill in':
      return [agreementCalls.saveAgreementTerms, { project_id, revision: op.revision, ...terms }];
    case 'send agreement':
      return [agreementCalls.sendAgreement, { project_id, revision: op.revision }];
    case 'read agreement':
      return [agreementCalls.getAgreement, { project_id }];
    case 'sign':
      return [agreementCalls.signAgreement, { project_id, text_hash, name: 'Somebody', agreed: true }];
    case 'decline':
      return [agreementCalls.declineAgreement, { project_id, text_hash, reason: 'No.' }];
    case 'upload':
      return [fileCalls.uploadFile, { name: fileOf(op) }];
    case 'read files':
      return [fileCalls.getUsersFiles, {}];
    case 'delete file':
      return [fileCalls.deleteFile, { file_id }];
    case 'use picture':
      return [profileCalls.saveUserFile, { user_id: user(student).id, file_id, key: 'profile_pic_id_fk' }];
    case 'read picture':
      return [profileCalls.getUser, { id: user(student).id }];
    case 'add file':
      return [finalWorkCalls.saveFileLink, { project_id, file_id }];
    case 'take out file':
      return [finalWorkCalls.removeFileLink, { project_id, file_id }];
    case 'read final project':
      return [projectCalls.loadStudentProject, { project_id }];
  }
}

/** What a browser sends for a link: its token, and the fields of a form. */
export function linkRequestOf(op: ByLink, known: Known): { token: string; fields?: Record<string, string> } {
  const token = known.links[op.link] ?? 'never-mailed';
  const name = 'Anne';
  switch (op.do) {
    case 'open link':
      return { token };
    case 'refuse link':
      return { token, fields: { do: 'not-me', who: name } };
    case 'pass on link': {
      const to_email = 'colleague@bay.test';
      return { token, fields: { do: 'pass-on', from_name: name, to_name: 'Cleo', to_email } };
    }
    case 'sign by link':
    case 'decline by link': {
      const text_hash = known.texts[op.student] ?? NO_TEXT;
      if (op.do === 'sign by link') return { token, fields: { do: 'sign', name, agreed: 'yes', text_hash } };
      return { token, fields: { do: 'decline', name, text_hash, reason: 'No.' } };
    }
    case 'approve all by link': {
      const way = `all ${known.projects[op.student] ?? NOTHING} ${op.count}`;
      return { token, fields: { do: way, name, seen: new Date(op.now).toISOString() } };
    }
    case 'decide by link': {
      const entry = known.entries[op.entry] ?? NOTHING;
      const how = op.decision === 1 ? 'approve' : 'disapprove';
      const seen = new Date(op.now).toISOString();
      return { token, fields: { do: how, name, seen, entry, reason: 'Not here.' } };
    }
  }
}

/** A page in the model's words. */
export function pageText(op: ByLink, status: number, page: string): string {
  if (page.includes('This link doesn’t work')) return `${status} dead link`;
  const alert = /role="alert"[^>]*>([^<]+)/.exec(page)?.[1];
  if (alert) return `${status} ${alert}`;
  if (page.includes('Thank you for telling us')) return `${status} told the school`;
  if (page.includes('Saved. Thank you.')) return `${status} saved`;
  return `${status} ${op.do === 'open link' ? pageContent(page) : 'shown'}`;
}

function pageContent(page: string): string {
  const pending = /(\d+) entr(?:y is|ies are) waiting for your approval/.exec(page)?.[1];
  if (pending) return `${pending} pending`;
  return pages.find(([sentence]) => page.includes(sentence))?.[1] ?? 'another page';
}

const pages = [
  ['Everything here is done', 'done'],
  ['You passed this on to', 'passed on'],
  ['Nothing is left to do here', 'nothing left'],
  ['You can no longer sign with this link', 'no longer'],
  ['Everyone has signed this agreement', 'signed by everyone'],
  ['Someone has already signed as', 'signed already'],
  ['can no longer be signed: Declined', 'declined'],
  ['Read it, then sign', 'to sign'],
] as const;

const NO_TEXT = '0'.repeat(64);

const emailOf = (address: string, known: Known) =>
  known.users[address]?.email ?? `${known.term}.${address}@new.test`;

const aSignUp = { type: 'Student', first_name: 'Dora', last_name: 'Diaz', password: 'a heron by the pier' };

const terms = {
  ...{ place: 'Dock Street', start_date: '2026-06-01', end_date: '2026-08-31', schedule: 'Mon', pay: 'Paid' },
  ...{ hours_per_week: 20, duties: 'Sands.', goals: 'Learns.', supervisor: 'Grace', supervision: 'Always.' },
  ...{ hazardous: false, guardian_signs: true },
};

const anEntry = (total_hours: number, text_log: string) => ({
  ...{ start_date: '2026-02-02', end_date: '2026-02-20' },
  ...{ total_hours, text_log },
});

const anEvaluation = {
  ...{ evaluation_date: '2026-03-02', supervisor: 'Grace', internship_facilitator: 'Mary' },
  ...{ contact_phone: '(410)555-0100', comments: '<p>Good.</p>' },
};

/** A reply in the model's words, without ids and times. */
export function replyText(op: ByCall, status: number, body: unknown): string {
  if (status === 409) return `409 ${(body as { detail: string }).detail}`;
  if (status !== 200) return `${status} ${(body as { type: string }).type.replace('/problems/', '')}`;
  return `200 ${bodyText(op, body)}`;
}

function bodyText(op: ByCall, body: unknown): string {
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
    case 'read self': {
      const { confirmed, approved } = body as { confirmed: boolean; approved: boolean };
      return `${confirmed ? 'confirmed' : 'unconfirmed'}, ${approved ? 'approved' : 'unapproved'}`;
    }
    case 'fill in':
    case 'send agreement':
    case 'read agreement':
    case 'sign':
    case 'decline': {
      const { agreement } = body as PlacementAgreement;
      const signed = agreement?.signatures.map(({ party }) => party) ?? [];
      return describeAgreement(agreement?.status ?? 'none', signed);
    }
    case 'upload':
      return (body as Named).name;
    case 'read files':
      return files(body as Named[]);
    case 'use picture':
    case 'read picture': {
      const { profile_pic_id_fk: picture } = body as { profile_pic_id_fk: Named | null };
      return files(picture ? [picture] : []);
    }
    case 'add file':
    case 'take out file':
    case 'read final project':
      return files((body as Project).final_project?.files ?? []);
    default:
      return (body as { message: string }).message;
  }
}

type Named = { name: string };

/** A student also has the agreement that is there from the start. */
const files = (all: Named[]) =>
  listOf(all.map(({ name }) => name).filter((name) => name.startsWith('file ')));

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
