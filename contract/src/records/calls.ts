import { postForFile } from '../call.ts';
import { ExportPersonInput } from './forms.ts';

/** Everything about one person, for a parent's request (docs/behavior/records.md). */
export const recordCalls = {
  /** An archive of a student's data: a CSV file for each table, and their files. */
  exportPerson: postForFile('/api/exportPerson', ExportPersonInput),
};
