import * as z from 'zod';
import { id, requiredLine } from '../fields.ts';

export const NoteInput = z.object({ project_id: id, text: requiredLine(5000, 'You must provide a note') });
