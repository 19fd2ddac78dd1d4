import * as z from 'zod';
import { email, requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';

/**
 * The name of the person who acts by a link. It must be typed, because a mail scanner that follows links types nothing.
 */
export const SignedInput = z.object({ name: requiredLine(100, msg('Type your name')) });

/** The name of the person who reports that a link is not for them. */
export const NotMeInput = z.object({
  who: requiredLine(200, msg('Type who you are, so the school knows')),
});

/** The colleague to whom a link is passed on, and the person who passes it on. */
export const PassOnInput = z.object({
  from_name: requiredLine(100, msg('Type your name')),
  to_name: requiredLine(100, msg('Type your colleague’s name')),
  to_email: email,
});
