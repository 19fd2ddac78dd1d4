import { type Message, msg } from '../../i18n.ts';

/** What students, their guardians, businesses and staff still have to do (docs/behavior/follow-ups.md#kinds). */
export const followUpKinds = [
  'offer',
  'draft',
  'agreement',
  'guardian',
  'consent',
  'supervisor',
  'hours',
  'hours sent back',
  'evaluation',
  'reflections',
  'final work',
] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

export const followUpWords: Record<FollowUpKind, Message> = {
  offer: msg('Answer an offer'),
  draft: msg('Fill in or send an agreement'),
  agreement: msg('Sign an agreement'),
  guardian: msg('Confirm a guardian'),
  consent: msg('Decide about sharing information'),
  supervisor: msg('Confirm who supervises'),
  hours: msg('Approve hours'),
  'hours sent back': msg('Correct hours'),
  evaluation: msg('Evaluate an intern'),
  reflections: msg('Answer reflection questions'),
  'final work': msg('Hand in final work'),
};

/** Who a follow-up is waiting for. */
export const followUpParties = ['student', 'business', 'guardian', 'school'] as const;
export type FollowUpParty = (typeof followUpParties)[number];

/** A follow-up's id: its kind, and the application, placement or student that it is about. */
export const followUpId = (kind: FollowUpKind, subjectId: string): string => `${kind}:${subjectId}`;

/** Whether it is waiting for anyone but the school, which does not remind itself. */
export const canRemind = ({ waits_on }: { waits_on: readonly FollowUpParty[] }): boolean =>
  waits_on.some((party) => party !== 'school');

/** How long ago something must have begun to wait, in days. */
export const followUpAges = [3, 7, 14, 30] as const;

/** The most days that something can be snoozed. */
export const SNOOZE_DAYS = 180;

/** The most follow-ups that one call can name. */
export const REMIND_MAX = 500;

/** The most people that one call reminds. */
export const REMIND_PEOPLE = 200;
