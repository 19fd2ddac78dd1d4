import type { reportCalls } from '@waypost/contract/reports/calls';
import { activeDays, DAY_ENDS_UTC } from '@waypost/contract/reports/rules';
import type { Handlers } from '../access/handler.ts';
import { countActive, countApplications, countEmployed } from './queries.ts';

/** How a school system stands, in numbers (document 2, section 2). */
export const reportHandlers: Handlers<typeof reportCalls> = {
  getStudentApplicationCount: async ({ actor }, tx) => {
    const [found] = await countApplications(tx, { clientId: actor.clientId });
    return { count: found?.count ?? 0 };
  },

  /** Students who have an internship or apprenticeship that is under way. */
  getTotalStudentsEmployed: async ({ actor }, tx) => {
    const [found] = await countEmployed(tx, { clientId: actor.clientId });
    return { count: found?.count ?? 0 };
  },

  /** The last 30 days, those on which nobody came among them. */
  getActiveUsers: async ({ actor, now }, tx) => {
    const days = activeDays(now);
    const begin = new Date(`${days[0]}T00:00:00Z`);
    begin.setUTCHours(DAY_ENDS_UTC);
    const active = await countActive(tx, actor.clientId, begin);
    const counts = new Map(active.map(({ date, count }) => [date, count]));
    return days.map((date) => ({ date, count: counts.get(date) ?? 0 }));
  },
};
