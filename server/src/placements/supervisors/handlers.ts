import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import { NO_SUPERVISOR_EMAIL } from '@waypost/contract/placements/evaluations/rules';
import type { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { issueLinks } from '../../messages/links/queries.ts';
import { findReadersOf } from '../../messages/mail/queries.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayChooseSupervisor } from '../../platform/access/ownership.ts';
import { toProject } from '../projects/present.ts';
import { lockProject, recordAction, wholeOf } from '../projects/project-changes.ts';
import { toSupervisorQuestion } from './mails.ts';
import { changeSupervisor } from './supervisor-changes.ts';

/** Who supervises a placement: one of its business's contacts (docs/behavior/contacts.md). */
export const supervisorHandlers: Handlers<typeof supervisorCalls> = {
  chooseSupervisor: async ({ actor, input, now, outside }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const supervisor = await changeSupervisor(tx, outside, project, input.contact_id, now);
    if (supervisor === undefined)
      refuse('invalid-input', undefined, { contact_id: [t('choose one of this business’s contacts')] });
    const chosen = await wholeOf(project, tx);
    await recordAction(tx, actor, 'choose supervisor', chosen, { name: supervisor }, now);
    return toProject(chosen, actor);
  },

  /** 409 if the placement has no supervisor, they have no email or the student's, or the internship has ended. */
  askSupervisor: async ({ actor, input, now, outside }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const whole = await wholeOf(project, tx);
    const { supervisor, student } = whole;
    const { clientId, id: subjectId, businessId: accountId } = project;
    if (project.business_status !== 'open' || !student) refuse('conflict', t(ENDED));
    if (!supervisor?.email || accountId === null) refuse('conflict', t(NO_SUPERVISOR_EMAIL));
    const asked = { party: 'business', email: supervisor.email, signs: false } as const;
    const wrong = await whyNotAct(tx, { clientId, accountId }, asked);
    if (wrong) refuse('conflict', wrong);
    await spend(tx, 'supervisor links', actor.id, now);
    await spendEmailTo(tx, supervisor.email, actor, now);
    const readers = await findReadersOf(tx, [{ clientId, userId: accountId }]);
    const { name, email } = supervisor;
    const recipient = { name, email, locale: readers(accountId).locale };
    const link = { clientId, purpose: 'supervisor' as const, subjectId, accountId, recipient };
    const [token = ''] = await issueLinks(tx, [link], now);
    const about = {
      token,
      projectId: subjectId,
      student: shortName(student.firstName, student.lastName),
      title: whole.opportunity.title,
      business: whole.business?.name ?? '',
    };
    await outside.jobs.sendMail(tx, toSupervisorQuestion(outside.publicUrl, recipient, about));
    await recordAction(tx, actor, 'ask supervisor', whole, { name, to: maskedEmail(email) }, now);
    return { message: 'success', email: maskedEmail(email) };
  },
};

const ENDED = msg('This placement has ended');
