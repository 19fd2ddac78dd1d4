import * as z from 'zod';
import { post } from '../../call.ts';
import { id } from '../../fields.ts';
import { Project } from '../projects/calls.ts';

export const supervisorCalls = {
  /** Sets who supervises a placement: one of its business's contacts. */
  chooseSupervisor: post(
    '/api/project_chooseSupervisor',
    z.object({ project_id: id, contact_id: id }),
    Project,
  ),
  /**
   * Emails the supervisor a link to confirm their role, or to pass it on to a colleague. The reply masks the address.
   */
  askSupervisor: post(
    '/api/project_askSupervisor',
    z.object({ project_id: id }),
    z.object({ message: z.literal('success'), email: z.string() }),
  ),
};
