import * as z from 'zod';
import { post } from '../../call.ts';
import { id } from '../../fields.ts';
import { Project } from '../projects/calls.ts';
import { SummaryInput } from './forms.ts';

const FileOfProject = z.object({ project_id: id, file_id: id });

export const finalWorkCalls = {
  saveSummary: post('/api/project_saveSummary', SummaryInput.extend({ project_id: id }), Project),
  saveFileLink: post('/api/project_saveFileLink', FileOfProject, Project),
  removeFileLink: post('/api/project_removeFileLink', FileOfProject, Project),
};
