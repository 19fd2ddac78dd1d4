import * as z from 'zod';
import { get } from '../../call.ts';
import { id } from '../../fields.ts';
import { listPartOfGet } from '../../list-part.ts';
import { ProjectRow } from '../projects/calls.ts';

export const signOffCalls = {
  /**
   * Placements with an item that is waiting for an Admin, the oldest placement first. `X-Total-Count` has their total
   * number.
   */
  getSignOffs: get(
    '/api/getSignOffs',
    // `after`: the last placement of the previous page.
    z.object({ after: id.optional(), limit: listPartOfGet.limit }),
    z.array(ProjectRow),
  ),
};
