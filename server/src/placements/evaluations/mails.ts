import { t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/messages/links/rules';
import { capacityLines } from '../../messages/mail/capacity.ts';
import type { Notification } from '../../messages/mail/notify.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { ReturnedEvaluation } from './queries.ts';

/** Asks the business for an evaluation, because mail to the address that was asked comes back. */
export function toAskedInstead(
  { projectId, firstName, lastName, title, asked }: ReturnedEvaluation,
  token: string,
): Notification {
  const about = { intern: shortName(firstName, lastName) || t('A former student'), title, asked };
  return {
    subject: t('Please evaluate {intern}: email to {asked} was returned', about),
    paragraphs: [
      t('{asked} was asked to evaluate {intern} ({title}), but the email was returned.', about),
      t('Please do it instead. It takes a few minutes, and you need no account.'),
    ],
    button: { label: t('Evaluate an intern'), path: linkPath(token) },
    atBell: `/evaluation/new/${projectId}`,
    thread: projectId,
  };
}

interface EvaluationRequest {
  token: string;
  projectId: string;
  /** Null if the student's account was deleted. */
  student: { firstName: string; lastName: string } | null;
  opportunity: string;
  business: string;
}

/** What asks for an evaluation. */
export const toRequest = (
  intern: string,
  opportunity: string,
): Pick<Notification, 'subject' | 'paragraphs'> => ({
  subject: t('Please evaluate {intern}', { intern }),
  paragraphs: [
    t('Please evaluate {intern} ({opportunity}): it takes a few minutes, and you need no account.', {
      intern,
      opportunity,
    }),
  ],
});

/** The mail with the link to an evaluation, for the intern's supervisor. */
export const toEvaluationRequest = (
  publicUrl: string,
  to: LinkCaller['recipient'],
  { token, projectId, student, opportunity, business }: EvaluationRequest,
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const intern = toPlainText(
      student ? shortName(student.firstName, student.lastName) : t('A former student'),
    );
    const { subject, paragraphs } = toRequest(intern, toPlainText(opportunity));
    return toMail({
      to: to.email,
      reason: reasons.named(),
      subject,
      paragraphs: [...paragraphs, ...capacityLines([{ business }])],
      button: { label: t('Evaluate an intern'), url: publicUrl + linkPath(token) },
      thread: projectId,
    });
  });
