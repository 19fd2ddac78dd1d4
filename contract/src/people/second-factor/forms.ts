import * as z from 'zod';
import { line, requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { givenPassword } from '../../password-fields.ts';

/** A code from an app, or a recovery code. */
const code = requiredLine(40, msg('the code is required'));

export const CodeInput = z.object({ code });

/** A change requires the password, and a code if two-step login is on. */
export const ProofInput = z.object({
  password: givenPassword(msg('password is required')),
  code: line(40),
});
