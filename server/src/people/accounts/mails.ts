import { t } from '@waypost/contract/i18n';
import {
  CONFIRMATION_DAYS,
  INVITATION_DAYS,
  RESET_CODE_MINUTES,
} from '@waypost/contract/people/accounts/rules';
import { INITIAL_PASSWORD_HOURS } from '@waypost/contract/people/directory/rules';
import { reasons } from '../../messages/mail/reasons.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';

/** The link that sets a new password (docs/behavior/accounts.md#forgotten-password). */
export const resetMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Set a new Waypost password'),
    paragraphs: [t('Someone, hopefully you, asked to set a new password for this account.')],
    button: { label: t('Set a new password'), url: `${publicUrl}/forgotPassword/${code}` },
    footnotes: [
      t('The link works once, for {minutes} minutes.', { minutes: RESET_CODE_MINUTES }),
      t('If it wasn’t you, ignore this email. Your password won’t change.'),
    ],
  });

/** The link that confirms the email of a sign-up. */
export const confirmationMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Confirm your email for Waypost'),
    paragraphs: [t('Someone, hopefully you, signed up for Waypost as {to}.', { to })],
    button: { label: t('Confirm your email'), url: `${publicUrl}/confirm/${code}` },
    footnotes: [
      t('The link works for {days} days. An account that is not confirmed by then is removed.', {
        days: CONFIRMATION_DAYS,
      }),
      t('If it wasn’t you, you can ignore this email.'),
    ],
  });

/** Reminds a new user to confirm their email, with a new link. */
export const confirmationReminderMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Reminder: confirm your email for Waypost'),
    paragraphs: [
      t('Someone, hopefully you, signed up for Waypost as {to}. This email is not confirmed yet.', {
        to,
      }),
      t('Your school system can approve the account only once it is.'),
    ],
    button: { label: t('Confirm your email'), url: `${publicUrl}/confirm/${code}` },
    footnotes: [
      t(
        'An account that is not confirmed within {days} days is removed, unless its signed agreement is on file.',
        { days: CONFIRMATION_DAYS },
      ),
      t('If it wasn’t you, you can ignore this email.'),
    ],
  });

/** The link that sets the first password of an account that staff created (docs/behavior/accounts.md#invitations). */
export const invitationMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Your Waypost account'),
    paragraphs: [t('You have a new Waypost account, and log in as {to}.', { to })],
    button: { label: t('Set your password'), url: `${publicUrl}/forgotPassword/${code}` },
    footnotes: [t('The link works once, for {days} days.', { days: INVITATION_DAYS })],
  });

/** Tells the owner that their school reset the password, with the link that sets a new one. */
export const passwordResetMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Your Waypost password was reset'),
    paragraphs: [
      t('Your school has reset the password of the account {to}, and logged out every device.', { to }),
    ],
    button: { label: t('Set a new password'), url: `${publicUrl}/forgotPassword/${code}` },
    footnotes: [
      t('The link works once, for {hours} hours.', { hours: INITIAL_PASSWORD_HOURS }),
      t('If you did not ask for this, tell your school.'),
    ],
  });

const ifNotYou = (publicUrl: string): Pick<Parameters<typeof toMail>[0], 'button' | 'footnotes'> => ({
  button: { label: t('This wasn’t me: set a new password'), url: `${publicUrl}/forgot` },
  footnotes: [t('If it was you, you don’t need to do anything.')],
});

/** Tells the owner that the password was changed. */
export const passwordChangedMail = (publicUrl: string, to: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Your Waypost password was changed'),
    paragraphs: [
      t('The password of the account {to} was changed, and every other device has been logged out.', {
        to,
      }),
    ],
    ...ifNotYou(publicUrl),
  });

/** The link that confirms a new address. */
export const newEmailMail = (publicUrl: string, to: string, code: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Confirm your new Waypost email'),
    paragraphs: [t('Please confirm that {to} is yours: you log in to Waypost with it from now on.', { to })],
    button: { label: t('Confirm your email'), url: `${publicUrl}/confirm/${code}` },
    footnotes: [
      t('The link works for {days} days.', { days: CONFIRMATION_DAYS }),
      t(
        'If it wasn’t you, ask your school to create an account for this address. The address is then yours.',
      ),
    ],
  });

/** Tells the old and the new address which email logs in from now on. */
export const emailChangedMails = (from: string, now: string): Mail[] =>
  [from, now].map((to) => emailChangedNote(to, from, now));

/** The mail about the change to one address. */
export const emailChangedNote = (to: string, from: string, now: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Your Waypost email was changed'),
    paragraphs: [t('You log in to Waypost as {now} from now on, no longer as {from}.', { now, from })],
    footnotes: [t('If you didn’t change it, contact an administrator right away.')],
  });
