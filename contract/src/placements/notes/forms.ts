import * as z from 'zod';
import { id, requiredMultiline } from '../../fields.ts';
import { msg } from '../../i18n.ts';

export const NoteInput = z.object({
  project_id: id,
  text: requiredMultiline(5000, msg('You must provide a note')),
});
