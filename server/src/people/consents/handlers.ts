import { utcDay, whyNotPastDay } from '@waypost/contract/dates';
import { foldText } from '@waypost/contract/fold';
import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import type { consentCalls, Release } from '@waypost/contract/people/consents/calls';
import { releaseText } from '@waypost/contract/people/consents/rules';
import { mayConsent, needsGuardian } from '@waypost/contract/people/guardians/rules';
import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { findPlacementOf, issueLinks } from '../../messages/links/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { maySeeStudentLists, mayVerifyGuardians } from '../../platform/access/ownership.ts';
import { findPerson, lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findSchoolSystem } from '../../school-system/settings/queries.ts';
import { findBirthDate, listGuardians } from '../guardians/queries.ts';
import { toConsentRequest } from './mails.ts';
import { findConsent, insertConsent, listAsked } from './queries.ts';

/** The release of a student's information to businesses, as guardians decide it (docs/behavior/consents.md). */
export const consentHandlers: Handlers<typeof consentCalls> = {
  getRelease: async ({ actor, input, now }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId: input.student_id });
    const student = authorize(actor, found, maySeeStudentLists);
    const subject = { id: student.id, name: nameOf(student) };
    await recordStudentView(tx, actor, { action: 'view student', subject }, now);
    return load(student, tx, now);
  },

  /** 409 for a guardian whom staff have not confirmed, without an email of their own, or of a student of age. */
  askForConsent: async ({ actor, input, now, outside }, tx) => {
    const student = await lockStudent(actor, input.student_id, tx);
    const key = { clientId: student.clientId, studentId: student.id };
    const [guardians, birthDate] = await Promise.all([listGuardians(tx, key), findBirthDate(tx, key)]);
    const guardian = guardians.find(({ id }) => id === input.guardian_id) ?? refuse('not-found');
    const { name, email, language, confirmed, maySign } = guardian;
    if (!mayConsent({ confirmed, may_sign: maySign })) refuse('conflict', t(CONFIRM_FIRST));
    if (email === '') refuse('conflict', t(NO_EMAIL));
    if (!needsGuardian(birthDate, utcDay(now))) refuse('conflict', t(OF_AGE));
    const account = { clientId: student.clientId, accountId: student.id };
    const wrong = await whyNotAct(tx, account, { party: 'guardian', email, signs: true });
    if (wrong) refuse('conflict', wrong);
    await spend(tx, 'signing links', actor.id, now);
    await spendEmailTo(tx, email, actor, now);
    const recipient = { name, email, locale: language };
    const link = { clientId: student.clientId, purpose: 'consent' as const, subjectId: student.id };
    const [token = ''] = await issueLinks(tx, [{ ...link, accountId: student.id, recipient }], now);
    const school = await findSchoolSystem(tx, student.clientId);
    const thread = await findPlacementOf(tx, link);
    const mail = { token, school, student: shortName(student.firstName, student.lastName), thread };
    await outside.jobs.sendMail(tx, toConsentRequest(outside.publicUrl, recipient, mail));
    const subject = { id: student.id, name: nameOf(student) };
    const details = { to: maskedEmail(email) };
    await record(tx, actor, { action: 'ask for consent', subject, details }, now);
    return load(student, tx, now);
  },

  recordConsent: async ({ actor, input, now }, tx) => {
    const { decision, name, decided_on: decidedOn } = input;
    const wrongDay = whyNotPastDay(decidedOn, utcDay(now), 5);
    if (wrongDay) refuse('invalid-input', undefined, { decided_on: [wrongDay] });
    const student = await lockStudent(actor, input.student_id, tx);
    const birthDate = await findBirthDate(tx, { clientId: student.clientId, studentId: student.id });
    const isTheirOwn = foldText(name) === foldText(nameOf(student));
    // What a guardian decided before can still be withdrawn.
    if (decision !== 'withdrawn' && !needsGuardian(birthDate, decidedOn) && !isTheirOwn)
      refuse('invalid-input', undefined, { name: [t(DECIDES_ALONE, { student: nameOf(student) })] });
    const given = { decision, name, decidedOn, method: 'paper' as const, recordedBy: actor.name };
    await insertConsent(tx, student, { ...given, recordedAt: now });
    const subject = { id: student.id, name: nameOf(student) };
    await record(tx, actor, { action: 'record consent', subject, details: { decision, name } }, now);
    return load(student, tx, now);
  },
};

const CONFIRM_FIRST = msg('Confirm this guardian first, and that they may sign');
const NO_EMAIL = msg('There is no email address for them');
const DECIDES_ALONE = msg('the student was 18 by then, so only {student} can decide');
const OF_AGE = msg('This student is 18 or older and decides without you.');

async function lockStudent(actor: Actor, studentId: string, tx: Tx) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: studentId });
  return authorize(actor, found, mayVerifyGuardians);
}

interface Student {
  clientId: string;
  id: string;
  firstName: string;
  lastName: string;
}

async function load(
  { clientId, id: studentId, firstName, lastName }: Student,
  tx: Tx,
  now: Date,
): Promise<Release> {
  const key = { clientId, studentId };
  const [[consent], asked, school] = await Promise.all([
    findConsent(tx, key),
    listAsked(tx, key, now),
    findSchoolSystem(tx, clientId),
  ]);
  return {
    consent: consent
      ? {
          decision: consent.decision,
          name: consent.name,
          method: consent.method,
          decided_on: consent.decidedOn,
          decided_at: consent.decidedAt?.toISOString() ?? null,
          sent_to: consent.sentTo,
          recorded_by: consent.recordedBy,
          proof: consent.proof,
          proof_to: consent.proofTo,
        }
      : null,
    asked: asked.map(({ id, sentAt }) => ({ guardian_id: id, sent_at: sentAt.toISOString() })),
    text: releaseText({ student: shortName(firstName, lastName), school }),
  };
}
