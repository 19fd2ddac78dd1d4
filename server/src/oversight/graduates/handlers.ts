import type { graduateCalls } from '@waypost/contract/oversight/graduates/calls';
import { nextClass } from '@waypost/contract/oversight/graduates/rules';
import { mailApproval } from '../../people/directory/mails.ts';
import { record, recordAll } from '../../platform/access/audit.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { countGraduates, deactivateGraduates } from './queries.ts';

/** Revokes the approval of all students who have left school (docs/behavior/graduates.md). */
export const graduateHandlers: Handlers<typeof graduateCalls> = {
  countGraduatedStudents: async ({ actor, now }, tx) => {
    const before = nextClass(now);
    const [found] = await countGraduates(tx, { clientId: actor.clientId, before });
    return { count: found?.count ?? 0, before };
  },

  /** Records each as if deactivated individually, and the action itself with their number. */
  deactivateGraduatedStudents: async ({ actor, now, outside }, tx) => {
    const before = nextClass(now);
    const gone = await deactivateGraduates(tx, { clientId: actor.clientId, before, now });
    const ids = gone.map(({ id }) => id);
    await mailApproval(tx, outside, { clientId: actor.clientId, ids, approved: false });
    const details = { count: gone.length, before };
    if (gone.length > 0) await record(tx, actor, { action: 'deactivate graduated', details }, now);
    const events = gone.map((subject) => ({ action: 'deactivate' as const, subject }));
    await recordAll(tx, actor, events, now);
    return { message: 'success', count: gone.length };
  },
};
