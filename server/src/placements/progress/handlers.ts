import { utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import { type Party, partyOfRole } from '@waypost/contract/placements/agreements/rules';
import type { progressCalls } from '@waypost/contract/placements/progress/calls';
import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { lockStudent } from '../../people/guardians/guardian-changes.ts';
import { findBirthDate } from '../../people/guardians/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record, recordView } from '../../platform/access/audit.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { maySeeAgreementOf, viewsAsStaff } from '../../platform/access/ownership.ts';
import { mailProgressLinks } from './mails.ts';
import { toProgress } from './present.ts';
import { findProgress, listOpenPlacements } from './queries.ts';

/** How far a placement is, for its two sides and staff (docs/behavior/progress.md). */
export const progressHandlers: Handlers<typeof progressCalls> = {
  /** Views by staff are recorded (docs/behavior/access.md#students-data). */
  getProgress: async ({ actor, input, now }, tx) => {
    const key = { clientId: actor.clientId, projectId: input.project_id };
    const found = authorize(actor, await findProgress(tx, key, now), maySeeAgreementOf);
    const progress = toProgress(found, partyOf(actor), utcDay(now));
    if (found.studentId && viewsAsStaff(actor)) {
      const subject = { id: found.studentId, name: progress.student };
      await recordView(
        tx,
        actor,
        { action: 'view project', subject, details: { project: found.projectId } },
        now,
      );
    }
    return progress;
  },

  /**
   * 409 for a guardian whom staff have not confirmed, without an email of their own or whose email returns mail, and for
   * a student of age or without an open placement.
   */
  sendProgressLink: async ({ actor, input, now, outside }, tx) => {
    const { student, subject, before } = await lockStudent(actor, input.student_id, tx);
    const guardian = before.find(({ id }) => id === input._id) ?? refuse('not-found');
    const { name, email, language, confirmed, mailReturnedAt } = guardian;
    if (!confirmed) refuse('conflict', t(CONFIRM_FIRST));
    if (email === '') refuse('conflict', t(NO_EMAIL));
    if (mailReturnedAt) refuse('conflict', t(RETURNED, { email }));
    const key = { clientId: student.clientId, studentId: student.id };
    if (!needsGuardian(await findBirthDate(tx, key), utcDay(now))) refuse('conflict', t(OF_AGE));
    const account = { clientId: student.clientId, accountId: student.id };
    const wrong = await whyNotAct(tx, account, { party: 'guardian', email, signs: false });
    if (wrong) refuse('conflict', wrong);
    const placements = await listOpenPlacements(tx, key);
    if (placements.length === 0) refuse('conflict', t(NO_PLACEMENT));
    await spend(tx, 'progress links', actor.id, now);
    await spendEmailTo(tx, email, actor, now);
    const recipient = { name, email, locale: language };
    await mailProgressLinks(tx, outside, { student, recipient, placements }, now);
    const details = { to: maskedEmail(email) };
    await record(tx, actor, { action: 'send progress link', subject, details }, now);
    return { message: 'success', email: maskedEmail(email) };
  },
};

const CONFIRM_FIRST = msg('Confirm this guardian first');
const NO_EMAIL = msg('There is no email address for them');
const RETURNED = msg('Emails to {email} come back. Correct the address first');
const OF_AGE = msg('This student is 18 or older, so their progress is no longer shown to guardians');
const NO_PLACEMENT = msg('This student has no placement at the moment');

const partyOf = ({ role }: Actor): Party => partyOfRole[role] ?? 'school';
