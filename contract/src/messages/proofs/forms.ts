import * as z from 'zod';
import { emailOrNone } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';

/** Another address of a person, for codes; empty: none. */
export const CodeAddressInput = z.object({ email: emailOrNone });

const NOT_CALLED = msg('call them first, then check this box');

/** Confirms that staff called the number on file before reading a code. */
export const ReadCodeInput = z.object({ called: z.literal(true, { error: () => t(NOT_CALLED) }) });
