import { t } from '@waypost/contract/i18n';
import { reasons } from '../../messages/mail/reasons.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';

const ifNotYou = (publicUrl: string, ...notes: string[]) => ({
  button: { label: t('This wasn’t me: set a new password'), url: `${publicUrl}/forgot` },
  footnotes: [...notes, t('If it was you, you don’t need to do anything.')],
});

export const turnedOnMail = (publicUrl: string, to: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Two-step login is on'),
    paragraphs: [
      t('To log in to the account {to}, you now need a code from an app as well as the password.', { to }),
    ],
    ...ifNotYou(publicUrl, t('Every other device has been logged out.')),
  });

export const turnedOffMail = (publicUrl: string, to: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Two-step login is off'),
    paragraphs: [t('To log in to the account {to}, you now need only the password.', { to })],
    ...ifNotYou(publicUrl),
  });

export const resetMail = (publicUrl: string, to: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('Two-step login was turned off'),
    paragraphs: [t('An administrator turned off two-step login for the account {to}.', { to })],
    button: { label: t('Log in'), url: `${publicUrl}/login` },
    footnotes: [
      t('Every device has been logged out. Log in with your password, then turn it on again.'),
      t('If you did not ask for this, tell your school.'),
    ],
  });

export const renewedMail = (publicUrl: string, to: string): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('New recovery codes'),
    paragraphs: [t('The account {to} has new recovery codes, and the old ones no longer work.', { to })],
    ...ifNotYou(publicUrl),
  });

export const recoveryCodeUsedMail = (publicUrl: string, to: string, left: number): Mail =>
  toMail({
    to,
    reason: reasons.account(),
    subject: t('A recovery code was used'),
    paragraphs: [t('Someone used a recovery code to log in to the account {to}.', { to })],
    ...ifNotYou(
      publicUrl,
      t(
        '{left, plural, =0 {There are no recovery codes left.} one {There is # left.} other {There are # left.}}',
        { left },
      ),
    ),
  });
