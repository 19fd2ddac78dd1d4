import { t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import type { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { NO_SUPERVISOR_EMAIL, whyNotEvaluate } from '@waypost/contract/placements/evaluations/rules';
import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { issueLinks } from '../../messages/links/queries.ts';
import { findReadersOf } from '../../messages/mail/queries.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isParty, mayChooseSupervisor } from '../../platform/access/ownership.ts';
import { lockProject, recordAction, wholeOf } from '../projects/project-changes.ts';
import { toEvaluationRequest } from './mails.ts';
import { toEvaluationQuestion } from './present.ts';
import { findEvaluationStart, listEvaluationQuestions } from './queries.ts';
import { saveEvaluation } from './save-evaluation.ts';

/** A business's evaluations of its interns, two for each (docs/behavior/evaluations.md). */
export const evaluationHandlers: Handlers<typeof evaluationCalls> = {
  getMyEvaluationQuestions: async ({ actor }, tx) =>
    (await listEvaluationQuestions(tx, { clientId: actor.clientId })).map(toEvaluationQuestion),

  getEvaluationStart: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, projectId: input.project_id };
    const { supervisor, internshipFacilitator, contactPhone } = authorize(
      actor,
      await findEvaluationStart(tx, key),
      isParty,
    );
    return { supervisor, internship_facilitator: internshipFacilitator, contact_phone: contactPhone };
  },

  /** 409 if no evaluation can be submitted now, or if the placement's supervisor has no email or the student's. */
  askForEvaluation: async ({ actor, input, now, outside }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const whole = await wholeOf(project, tx);
    const obstacle = whyNotEvaluate(project, whole.evaluationCount);
    if (obstacle) refuse('conflict', obstacle);
    const { supervisor } = whole;
    const accountId = project.businessId;
    if (!supervisor?.email || accountId === null) refuse('conflict', t(NO_SUPERVISOR_EMAIL));
    const { clientId } = project;
    const asked = { party: 'business', email: supervisor.email, signs: false } as const;
    const wrong = await whyNotAct(tx, { clientId, accountId }, asked);
    if (wrong) refuse('conflict', wrong);
    await spend(tx, 'evaluation emails', actor.id, now);
    await spendEmailTo(tx, supervisor.email, actor, now);
    const readers = await findReadersOf(tx, [{ clientId, userId: accountId }]);
    const { name, email } = supervisor;
    const recipient = { name, email, locale: readers(accountId).locale };
    const link = { clientId, purpose: 'evaluation' as const, subjectId: project.id, accountId, recipient };
    const [token = ''] = await issueLinks(tx, [link], now);
    const mail = {
      token,
      projectId: project.id,
      student: whole.student,
      opportunity: whole.opportunity.title,
      business: whole.business?.name ?? '',
    };
    await outside.jobs.sendMail(tx, toEvaluationRequest(outside.publicUrl, recipient, mail));
    await recordAction(tx, actor, 'ask for evaluation', whole, { name, email }, now);
    return { message: 'success', email: maskedEmail(email) };
  },

  saveEvaluation: async ({ actor, input, now }, tx) => {
    const by = { name: actor.name, via: 'account' } as const;
    const { project, details } = await saveEvaluation(tx, actor, input, { isTheirs: isParty, by }, now);
    const whole = await wholeOf(project, tx);
    await recordAction(tx, actor, 'submit evaluation', whole, { ...details, identified: 'account' }, now);
    return { message: 'success' };
  },
};
