import { t } from '@waypost/contract/i18n';
import { shownWhen } from '@waypost/contract/placements/applications/interviews';
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
  /** The time that was in the calendars before a change. */
  before: Date | null;
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
  before: Date | null = null,
): Promise<void> {
  const { interview, student, business, studentId, businessId, title } = application;
  if (!interview) return;
  const { timeZone } = await findDays(tx, clientId);
  const context = {
    application,
    interview,
    title,
    timeZone,
    before,
    business: business?.name ?? '',
    student: student ? `${student.firstName} ${student.lastName}` : '',
  };
  const kind = 'interview';
  if (news !== 'proposed')
    await notify(tx, post, { clientId, kind, to: [studentId] }, () => ({
      ...toStudent[news](context),
      ...inCalendar('Student', context),
      thread: application.id,
    }));
  if (news === 'proposed' || interview.inBusinessCalendar)
    await notify(tx, post, { clientId, kind, to: [businessId], about: studentId }, () => ({
      ...toBusiness(context, news),
      ...(news === 'proposed' ? {} : inCalendar('Business', context)),
      thread: application.id,
    }));
}

const whenOf = ({ interview, timeZone }: InterviewContext) => shownWhen(interview, timeZone);

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
  }),
  changed: (context) => ({
    subject: t('Interview changed: {title}', { title: context.title }),
    paragraphs: [
      t('{by} changed your interview for {title}.', { by: context.business, title: context.title }),
      ...facts(context),
    ],
    button: screen(context, t('Answer the invitation')),
  }),
  confirmed: (context) => ({
    subject: t('Interview confirmed: {title}', { title: context.title }),
    paragraphs: [t('Your interview with {by} is confirmed.', { by: context.business }), ...facts(context)],
    button: screen(context, t('See your application')),
  }),
  canceled: (context) => ({
    subject: t('Interview canceled: {title}', { title: context.title }),
    paragraphs: [
      context.interview.startsAt
        ? t('Your interview with {by} on {when} is canceled.', {
            by: context.business,
            when: whenOf(context),
          })
        : t('Your interview with {by} is canceled.', { by: context.business }),
    ],
    button: screen(context, t('See your application')),
  }),
};

function toBusiness(context: InterviewContext, news: InterviewNews): Notification {
  const { title, student, interview, timeZone } = context;
  const button = screen(context, t('See the application'));
  const proposed = interview.proposedAt ? shownIn(timeZone, interview.proposedAt) : '';
  if (news === 'proposed')
    return {
      subject: t('{student} proposes another time: {title}', { student, title }),
      paragraphs: [
        interview.startsAt
          ? t('{student} can’t come on {when} and proposes {proposed}.', {
              student,
              when: whenOf(context),
              proposed,
            })
          : t('{student} proposes {proposed} for the interview.', { student, proposed }),
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
        interview.startsAt
          ? t('The interview with {student} on {when} is canceled.', { student, when: whenOf(context) })
          : t('The interview with {student} is canceled.', { student }),
      ],
      button,
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
  };
}

const states = {
  Invited: 'tentative',
  Proposed: 'confirmed',
  Confirmed: 'confirmed',
  Canceled: 'canceled',
} as const;

/**
 * The entry of an interview that has a time, or the cancellation of one that had. Colleagues often see a business's
 * calendar, so it shows only a student's first name.
 */
function inCalendar(
  role: 'Student' | 'Business',
  { application, interview, title, business, before }: InterviewContext,
): { calendar?: CalendarEntry } {
  const startsAt = interview.startsAt ?? before;
  if (!startsAt) return {};
  const name = application.student?.firstName ?? '';
  const calendar: CalendarEntry = {
    uid: `interview-${application.id}`,
    sequence: interview.sequence,
    changedAt: interview.updatedAt.toISOString(),
    startsAt: startsAt.toISOString(),
    minutes: interview.minutes,
    summary:
      role === 'Student'
        ? t('Interview at {business}: {title}', { business, title })
        : t('Interview with {name}: {title}', { name, title }),
    place: interview.place,
    description: role === 'Student' ? interview.message : '',
    organizer: business,
    state: interview.startsAt ? states[interview.state] : 'canceled',
  };
  return { calendar };
}
