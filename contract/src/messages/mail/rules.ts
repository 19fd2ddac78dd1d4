import { type Message, msg } from '../../i18n.ts';
import type { Role } from '../../roles.ts';

/** The kinds of notices at the bell, and of mail that can be turned off. Account mail is not one of them. */
export const mailKinds = [
  'application',
  'interview',
  'offer',
  'accepted',
  'declined',
  'rescinded',
  'approval',
  'hours',
  'sent back',
  'matches',
  'agreement',
  'answer',
  'reminder',
  'records',
  'returned',
  'wrong person',
  'masquerade',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The kinds that each role receives and can turn off, each with its sentence. */
const kindsByRole: Record<Role, Partial<Record<MailKind, Message>>> = {
  Student: {
    interview: msg('An interview is set up, changed, or canceled'),
    offer: msg('A business offers me a placement'),
    declined: msg('A business says no to my application'),
    rescinded: msg('A business takes back an offer'),
    'sent back': msg('An administrator sends back my work'),
    agreement: msg('An agreement waits for me to sign, is signed by everyone, or has ended'),
    approval: msg('My account is approved, or no longer approved'),
    reminder: msg('A reminder of what is waiting for me: at most one email a day'),
    matches: msg('Something new matches the search that I saved: at most one email a week'),
  },
  Business: {
    application: msg('A student applies to us'),
    interview: msg('A student answers about an interview, or one changes'),
    accepted: msg('A student accepts our offer'),
    declined: msg('A student declines our offer'),
    rescinded: msg('A student withdraws an application'),
    hours: msg('Hours to approve: at most one email a day'),
    agreement: msg('An agreement is waiting for us, is signed by everyone, or has ended'),
    reminder: msg('A reminder of what is waiting for us: at most one email a day'),
    approval: msg('Our account is approved, or no longer approved'),
  },
  Teacher: {},
  Admin: {},
  SuperAdmin: {},
};

/** Notices only at the bell. The to-do list of staff shows what is waiting, so nothing is mailed. */
const bellOnly: Partial<Record<Role, readonly MailKind[]>> = {
  Student: ['masquerade'],
  Business: ['masquerade'],
  Teacher: ['agreement', 'answer', 'reminder', 'returned', 'wrong person', 'masquerade'],
  Admin: ['agreement', 'answer', 'reminder', 'records', 'returned', 'wrong person', 'masquerade'],
};

/** Whether this role gets this notice at the bell. Muting the mail does not mute the bell. */
export const canNotice = (role: Role, kind: MailKind): boolean =>
  canMute(role, kind) || (bellOnly[role]?.includes(kind) ?? false);

/** Whether this role has a bell: only roles that get notifications. */
export const hasBell = (role: Role): boolean => mailKinds.some((kind) => canNotice(role, kind));

export interface MailChoice {
  kind: MailKind;
  sentence: Message;
}

/** What someone of this role can turn off. Mail that protects the account is never included. */
export function mailChoices(role: Role): MailChoice[] {
  return mailKinds.flatMap((kind) => {
    const sentence = kindsByRole[role][kind];
    return sentence === undefined ? [] : [{ kind, sentence }];
  });
}

export function canMute(role: Role, kind: MailKind): boolean {
  return kindsByRole[role][kind] !== undefined;
}

/** Whose address returned mail: a person's account, a student's guardian, a business's contact. */
export const addressKinds = ['account', 'guardian', 'contact'] as const;
export type AddressKind = (typeof addressKinds)[number];
