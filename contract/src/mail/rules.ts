import type { Role } from '../accounts/rules.ts';

/** What people are told of by mail, beside what guards their account. Kept by these names once switched off. */
export const mailKinds = [
  'application',
  'interview',
  'offer',
  'accepted',
  'declined',
  'rescinded',
  'approval',
  'hours',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Which kinds each role gets, and so can switch off, each with its sentence. */
const kindsByRole: Record<Role, Partial<Record<MailKind, string>>> = {
  Student: {
    interview: 'A business wants to meet me for an interview',
    offer: 'A business offers me a place',
    declined: 'A business says no to my application',
    rescinded: 'A business takes back an offer',
    approval: 'My account is approved, or no longer approved',
  },
  Business: {
    application: 'A student applies for one of our opportunities',
    accepted: 'A student accepts our offer',
    declined: 'A student declines our offer',
    rescinded: 'A student takes back an application',
    hours: 'Hours to approve: at most one email a day',
    approval: 'Our account is approved, or no longer approved',
  },
  Teacher: {},
  Admin: {},
  SuperAdmin: {},
};

export interface MailChoice {
  kind: MailKind;
  sentence: string;
}

/** What somebody of this role can switch off. What guards the account (its password, its email) never can be. */
export function mailChoices(role: Role): MailChoice[] {
  return mailKinds.flatMap((kind) => {
    const sentence = kindsByRole[role][kind];
    return sentence === undefined ? [] : [{ kind, sentence }];
  });
}

export function canMute(role: Role, kind: MailKind): boolean {
  return kindsByRole[role][kind] !== undefined;
}

/** The hour, UTC, at which a day's mail about waiting hours is due: seven or eight in the morning in the East. */
export const DIGEST_HOUR = 12;

/** The latest moment at which it was due. Who has been told since is not told again: at most one mail a day. */
export function digestDueAt(now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return due;
}
