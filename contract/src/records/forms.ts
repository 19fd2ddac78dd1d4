import * as z from 'zod';
import { givenPassword } from '../accounts/forms.ts';
import { id } from '../fields.ts';
import { msg } from '../i18n.ts';

/** The password, because an open session must not be enough to carry a record away. */
export const ExportPersonInput = z.object({ _id: id, password: givenPassword(msg('password is required')) });
