import * as z from 'zod';
import { id, requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { givenPassword } from '../../password-fields.ts';
import { ProofInput } from '../../people/second-factor/forms.ts';
import { NOT_THE_NAME } from './rules.ts';

/** The password, because an open session must not be enough to download a record. */
export const ExportPersonInput = z.object({ _id: id, password: givenPassword(msg('password is required')) });

/** The same, and the person's name, because it cannot be undone. */
export const ErasePersonInput = ExportPersonInput.extend({ name: requiredLine(500, NOT_THE_NAME) });

/** The school system's name, the SuperAdmin's password, and a code if two-step login is on. */
export const EraseClientInput = ProofInput.extend({ id, name: requiredLine(500, NOT_THE_NAME) });
