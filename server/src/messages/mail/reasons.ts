import { t } from '@waypost/contract/i18n';

/** Why someone gets a mail, which the footer of every mail says. In the language of the current reader. */
export const reasons = {
  /** It protects an account, so it cannot be turned off. */
  account: () =>
    t('You get this email because a Waypost account uses or used this address. It can’t be turned off.'),
  /** It goes to someone without an account, such as a guardian or a supervisor. */
  named: () =>
    t(
      'You get this email because someone gave this address for a student’s school or placement. If it is wrong, tell the school.',
    ),
};
