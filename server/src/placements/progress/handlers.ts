import { utcDay } from '@waypost/contract/dates';
import { type Party, partyOfRole } from '@waypost/contract/placements/agreements/rules';
import type { progressCalls } from '@waypost/contract/placements/progress/calls';
import type { Actor } from '../../platform/access/actor.ts';
import { recordView } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { maySeeAgreementOf, viewsAsStaff } from '../../platform/access/ownership.ts';
import { toProgress } from './present.ts';
import { findProgress } from './queries.ts';

/** How far a placement is, for its two sides and staff (docs/behavior/progress.md). */
export const progressHandlers: Handlers<typeof progressCalls> = {
  /** Views by staff are recorded (docs/behavior/access.md#students-data). */
  getProgress: async ({ actor, input, now }, tx) => {
    const key = { clientId: actor.clientId, projectId: input.project_id };
    const found = authorize(actor, await findProgress(tx, key, now), maySeeAgreementOf);
    const progress = toProgress(found, partyOf(actor), utcDay(now));
    if (found.studentId && viewsAsStaff(actor)) {
      const subject = { id: found.studentId, name: progress.student };
      await recordView(
        tx,
        actor,
        { action: 'view project', subject, details: { project: found.projectId } },
        now,
      );
    }
    return progress;
  },
};

const partyOf = ({ role }: Actor): Party => partyOfRole[role] ?? 'school';
