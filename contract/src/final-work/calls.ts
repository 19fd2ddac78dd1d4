import * as z from 'zod';
import { post } from '../call.ts';
import { id, requiredLine } from '../fields.ts';
import { Project } from '../projects/calls.ts';
import { NO_SUMMARY } from './rules.ts';

/** A final summary is plain text, of as many lines as it takes. */
export const SummaryInput = z.object({ text: requiredLine(20_000, NO_SUMMARY) });

const FileOfProject = z.object({ project_id: id, file_id: id });

export const finalWorkCalls = {
  saveSummary: post('/api/project_saveSummary', SummaryInput.extend({ project_id: id }), Project),
  saveFileLink: post('/api/project_saveFileLink', FileOfProject, Project),
  removeFileLink: post('/api/project_removeFileLink', FileOfProject, Project),
};
