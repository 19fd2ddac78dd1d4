import * as z from 'zod';
import { id, line } from '../../fields.ts';

/** A resource's name in Spanish; empty to remove it. */
export const TranslatedResource = z.object({ file_id: id, name_es: line(200) });
