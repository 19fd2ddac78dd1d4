import { firstDayAt, lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import type { findCalls } from '@waypost/contract/oversight/find/calls';
import { spend } from '../../platform/access/budgets.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { findForBusiness, findForStaff, findForStudent } from './queries.ts';

/** What Ctrl+K finds besides the screens: only what the caller may open (docs/behavior/find.md). */
export const findHandlers: Handlers<typeof findCalls> = {
  find: async ({ actor, input: { text }, now }, tx) => {
    await spend(tx, 'finds', actor.id, now);
    const { clientId, id } = actor;
    const days = { first: firstDayAt(now), last: lastDayAt(now) };
    const found =
      actor.role === 'Student'
        ? await findForStudent(tx, { clientId, text, id, days })
        : actor.role === 'Business'
          ? await findForBusiness(tx, { clientId, text, id })
          : await findForStaff(tx, { clientId, text });
    return found.map(({ id: _id, ...rest }) => ({ _id, ...rest }));
  },
};
