import { t } from '@waypost/contract/i18n';
import { shownIn } from '@waypost/contract/time-zones';
import { type Notification, notify } from '../../messages/mail/notify.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { CalendarEntry } from '../../platform/outside/calendar.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import type { FoundApplication } from './queries.ts';

/** The events of an interview. */
export type InterviewNews = 'invited' | 'changed' | 'confirmed' | 'proposed' | 'canceled';

/** An application with its interview and the names in its mails. */
interface InterviewContext {
  application: FoundApplication;
  interview: NonNullable<FoundApplication['interview']>;
  title: string;
  business: string;
  student: string;
  timeZone: string;
}

/**
 * Mails an interview's event. Everyone who has it in their calendar gets each change, even their own: the student from
 * the invitation on, the business from its first confirmation.
 */
export async function mailInterview(
  tx: Tx,
  post: MailContext,
  clientId: string,
  application: FoundApplication,
  news: InterviewNews,
): Promise<void> {
  const { interview, student, business, studentId, businessId, title } = application;
  if (!interview) return;
  const { timeZone } = await findDays(tx, clientId);
  const context = {
    application,
    interview,
    title,
    timeZone,
    business: business?.name ?? '',
    student: student ? `${student.firstName} ${student.lastName}` : '',
  };
  const kind = 'interview';
  if (news !== 'proposed')
    await notify(tx, post, { clientId, kind, to: [studentId] }, () => ({
      ...toStudent[news](context),
      thread: application.id,
    }));
  if (news === 'proposed' || interview.inBusinessCalendar)
    await notify(tx, post, { clientId, kind, to: [businessId], about: studentId }, () => ({
      ...toBusiness(context, news),
      thread: application.id,
    }));
}

const whenOf = ({ interview, timeZone }: InterviewContext) => shownIn(timeZone, interview.startsAt);

/** The place, once there is one. */
const where = ({ place }: InterviewContext['interview']) => (place ? [t('Where: {place}', { place })] : []);

/** The time and place, and the business's message. */
function facts(context: InterviewContext): string[] {
  const { interview, business } = context;
  return [
    t('When: {when}', { when: whenOf(context) }),
    ...where(interview),
    ...(interview.message ? [t('{by} writes: {message}', { by: business, message: interview.message })] : []),
  ];
}

const screen = ({ application }: InterviewContext, label: string) => ({
  label,
  path: `/application/view/${application.id}`,
});

const toStudent: Record<Exclude<InterviewNews, 'proposed'>, (context: InterviewContext) => Notification> = {
  invited: (context) => ({
    subject: t('Interview: {title}', { title: context.title }),
    paragraphs: [
      t('Good news: {by} wants to talk with you about {title}.', {
        by: context.business,
        title: context.title,
      }),
      ...facts(context),
    ],
    button: screen(context, t('Answer the invitation')),
    calendar: entryFor('Student', context),
  }),
  changed: (context) => ({
    subject: t('Interview changed: {title}', { title: context.title }),
    paragraphs: [
      t('{by} changed your interview for {title}.', { by: context.business, title: context.title }),
      ...facts(context),
    ],
    button: screen(context, t('Answer the invitation')),
    calendar: entryFor('Student', context),
  }),
  confirmed: (context) => ({
    subject: t('Interview confirmed: {title}', { title: context.title }),
    paragraphs: [t('Your interview with {by} is confirmed.', { by: context.business }), ...facts(context)],
    button: screen(context, t('See your application')),
    calendar: entryFor('Student', context),
  }),
  canceled: (context) => ({
    subject: t('Interview canceled: {title}', { title: context.title }),
    paragraphs: [
      t('Your interview with {by} on {when} is canceled.', { by: context.business, when: whenOf(context) }),
    ],
    button: screen(context, t('See your application')),
    calendar: entryFor('Student', context),
  }),
};

function toBusiness(context: InterviewContext, news: InterviewNews): Notification {
  const { title, student, interview, timeZone } = context;
  const button = screen(context, t('See the application'));
  if (news === 'proposed')
    return {
      subject: t('{student} proposes another time: {title}', { student, title }),
      paragraphs: [
        t('{student} can’t come on {when} and proposes {proposed}.', {
          student,
          when: whenOf(context),
          proposed: interview.proposedAt ? shownIn(timeZone, interview.proposedAt) : '',
        }),
        ...(interview.proposal
          ? [t('{by} writes: {message}', { by: student, message: interview.proposal })]
          : []),
      ],
      button: screen(context, t('Answer the proposal')),
    };
  if (news === 'canceled')
    return {
      subject: t('Interview canceled: {title}', { title }),
      paragraphs: [
        t('The interview with {student} on {when} is canceled.', { student, when: whenOf(context) }),
      ],
      button,
      calendar: entryFor('Business', context),
    };
  const said =
    news === 'confirmed'
      ? t('The interview with {student} is confirmed.', { student })
      : t('You changed the interview with {student}, who hasn’t confirmed the new time yet.', { student });
  return {
    subject:
      news === 'confirmed'
        ? t('Interview confirmed: {title}', { title })
        : t('Interview changed: {title}', { title }),
    paragraphs: [said, t('When: {when}', { when: whenOf(context) }), ...where(interview)],
    button,
    calendar: entryFor('Business', context),
  };
}

const states = {
  Invited: 'tentative',
  Proposed: 'confirmed',
  Confirmed: 'confirmed',
  Canceled: 'canceled',
} as const;

/** Colleagues often see a business's calendar, so it shows only a student's first name. */
function entryFor(
  role: 'Student' | 'Business',
  { application, interview, title, business }: InterviewContext,
): CalendarEntry {
  const name = application.student?.firstName ?? '';
  return {
    uid: `interview-${application.id}`,
    sequence: interview.sequence,
    changedAt: interview.updatedAt.toISOString(),
    startsAt: interview.startsAt.toISOString(),
    minutes: interview.minutes,
    summary:
      role === 'Student'
        ? t('Interview at {business}: {title}', { business, title })
        : t('Interview with {name}: {title}', { name, title }),
    place: interview.place,
    description: role === 'Student' ? interview.message : '',
    organizer: business,
    state: states[interview.state],
  };
}
