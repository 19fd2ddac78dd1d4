import { shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/messages/links/rules';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import { findPlacementOf, issueLinks, type NewLink } from '../../messages/links/queries.ts';
import { type Capacity, capacityLines } from '../../messages/mail/capacity.ts';
import { type Notification, notify, toNamed } from '../../messages/mail/notify.ts';
import type { Stop } from '../../messages/mail/unsubscribe-queries.ts';
import { toRequest } from '../../placements/evaluations/mails.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import type { Addressee, Item } from './addressees.ts';
import type { FollowUpRow } from './queries.ts';

/** Where each is done: by its link without an account if there is one, otherwise on its screen. */
export async function pathsOf(
  tx: Tx,
  clientId: string,
  { email, name, locale, rows }: Pick<Addressee, 'email' | 'name' | 'locale' | 'rows'>,
  now: Date,
): Promise<Map<string, string>> {
  const recipient = { name, email, locale };
  const hours = rows.find(({ kind }) => kind === 'hours');
  const linked: [string[], NewLink][] = [];
  // One link has all hours of a business.
  if (hours?.businessId)
    linked.push([
      rows.filter(({ kind }) => kind === 'hours').map(({ id }) => id),
      {
        clientId,
        purpose: 'hours',
        subjectId: hours.businessId,
        accountId: hours.businessId,
        recipient,
      },
    ]);
  for (const { kind, id, subjectId, businessId: accountId, isRequest, isTold } of rows)
    if (kind === 'evaluation' && accountId && !isTold)
      linked.push([
        [id],
        { clientId, purpose: 'evaluation', subjectId, accountId, recipient, reminds: !isRequest },
      ]);
  for (const { id, link } of rows)
    if (link) linked.push([[id], { ...link, clientId, recipient, reminds: true }]);
  const tokens = await issueLinks(
    tx,
    linked.map(([, link]) => link),
    now,
  );
  return new Map([
    ...rows.map(({ id, kind, subjectId }): [string, string] => [id, screens[kind](subjectId)]),
    ...linked.flatMap(([ids, _], index) =>
      ids.map((id): [string, string] => [id, linkPath(tokens[index] ?? '')]),
    ),
  ]);
}

const screens: Record<FollowUpKind, (id: string) => string> = {
  offer: (id) => `/application/view/${id}`,
  draft: (id) => `/project/${id}/agreement`,
  agreement: (id) => `/project/${id}/agreement`,
  guardian: (id) => `/profile/view/${id}`,
  consent: (id) => `/profile/view/${id}`,
  supervisor: () => '/interns/viewall',
  hours: () => '/interns/viewall?pending=true',
  'hours sent back': (id) => `/project/${id}/hours`,
  evaluation: (id) => `/evaluation/new/${id}`,
  reflections: (id) => `/project/${id}/reflections`,
  'final work': (id) => `/project/${id}/summary`,
};

/** Reminds one person, by email and, with an account, at the bell. */
export async function sendReminder(
  tx: Tx,
  post: MailContext,
  clientId: string,
  one: Addressee & { stop: Stop | undefined },
  now: Date,
): Promise<void> {
  const paths = await pathsOf(tx, clientId, one, now);
  const [first, ...rest] = one.rows;
  if (!first) return;
  const pathOf = (row: Item) => paths.get(row.id) ?? '/default';
  // An email about several placements belongs to none of their conversations.
  const isOne = one.rows.every(({ subjectId }) => subjectId === first.subjectId);
  const placement = first.kind === 'consent' && first.link ? { clientId, ...first.link } : undefined;
  const ofOne = placement ? await findPlacementOf(tx, placement) : first.subjectId;
  const thread = isOne ? ofOne : undefined;
  const own = one.rows.filter(({ isTold }) => !isTold);
  const ofSupervisors = one.rows.filter(({ isTold }) => isTold);
  const letter = (): Notification => ({
    thread,
    ...(rest.length === 0 && first.isRequest
      ? toRequest(intern(first), first.title)
      : {
          subject:
            rest.length === 0
              ? t('Reminder: {what}', { what: sentenceOf(first) })
              : t('Reminder: {n} things are waiting for you', { n: one.rows.length }),
          paragraphs: [
            ...(own.length > 0
              ? [t('{n, plural, one {This is} other {These are}} still waiting for you:', { n: own.length })]
              : []),
            ...own.map(sentenceOf),
            ...(ofSupervisors.length > 0 ? [t('This has waited too long:')] : []),
            ...ofSupervisors.map(sentenceOf),
          ],
        }),
    button: { label: sentenceOf(first), path: pathOf(first) },
    footnotes: rest.map((row) => ({ text: `${sentenceOf(row)}:`, path: pathOf(row) })),
  });
  if (one.accountId !== null) {
    const event = { clientId, kind: 'reminder', to: [one.accountId] } as const;
    return notify(tx, post, event, () => ({ ...letter(), atBell: screens[first.kind](first.subjectId) }));
  }
  const mail = forReader({ locale: one.locale, you: 'usted' }, () =>
    toNamed(post.publicUrl, one.email, withCapacity(letter(), one.rows), one.stop?.code),
  );
  await post.jobs.sendMail(tx, mail);
}

/** A reminder to someone without an account, who may have the same address for a student and for a business. */
function withCapacity(letter: Notification, rows: readonly Item[]): Notification {
  return { ...letter, paragraphs: [...capacityLines(rows.map(capacityOf)), ...letter.paragraphs] };
}

/** Links about a student's account are for guardians. */
export const capacityOf = (row: Item): Capacity =>
  row.link && row.link.accountId === row.studentId ? { guardianOf: intern(row) } : { business: row.business };

const intern = ({ studentFirstName, studentLastName }: FollowUpRow) =>
  shortName(studentFirstName, studentLastName) || t('A former student');

/** The follow-up in words for its reader. A business's emails name students by first name and initial. */
export const sentenceOf = (row: Item): string =>
  row.isTold ? supervisorSentenceOf(row) : ownSentenceOf(row);

function supervisorSentenceOf(row: Item): string {
  const { kind, title } = row;
  const supervisor = row.supervisorName || row.supervisorEmail || '';
  return kind === 'evaluation'
    ? t('{supervisor} has not evaluated {name} yet: {title}', { supervisor, name: intern(row), title })
    : t('{supervisor} has not confirmed yet that they supervise {name}: {title}', {
        supervisor,
        name: intern(row),
        title,
      });
}

const ownSentenceOf = (row: Item): string =>
  // A guardian knows the student, not the opportunity.
  row.kind === 'agreement' && row.link
    ? t('Sign {name}’s training agreement by {day}: {title}', { name: intern(row), ...dueOf(row) })
    : row.kind === 'supervisor' && row.link
      ? t('Confirm that you supervise {name}: {title}', { name: intern(row), title: row.title })
      : sentences[row.kind](row);

const dueOf = ({ title, ends }: FollowUpRow) => ({ title, day: shownDate(ends ?? '') });

const sentences: Record<FollowUpKind, (row: FollowUpRow) => string> = {
  offer: ({ business, title, replyBy }) =>
    replyBy
      ? t('Answer the offer from {business}, whose reply-by date, {day}, has passed: {title}', {
          business,
          title,
          day: shownDate(replyBy),
        })
      : t('Answer the offer from {business}: {title}', { business, title }),
  draft: (row) => t('Fill in {name}’s training agreement: {title}', { name: intern(row), title: row.title }),
  agreement: (row) => t('Sign the training agreement by {day}: {title}', dueOf(row)),
  guardian: (row) => t('Confirm {name}’s guardian', { name: intern(row) }),
  supervisor: (row) => t('Say who supervises {name}: {title}', { name: intern(row), title: row.title }),
  consent: (row) => t('Decide whether the school may share {name}’s information', { name: intern(row) }),
  hours: (row) => t('Approve {name}’s hours', { name: intern(row) }),
  'hours sent back': ({ title }) => t('Correct the hours that were sent back: {title}', { title }),
  evaluation: (row) => t('Evaluate {name}: {title}', { name: intern(row), title: row.title }),
  reflections: ({ title }) => t('Answer your reflection questions: {title}', { title }),
  'final work': ({ title }) => t('Hand in your final work: {title}', { title }),
};
