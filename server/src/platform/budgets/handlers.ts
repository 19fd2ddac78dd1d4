import { t } from '@waypost/contract/i18n';
import type { budgetCalls } from '@waypost/contract/platform/budgets/calls';
import { budgetNouns, budgets, businessBudgets } from '@waypost/contract/platform/budgets/rules';
import { findSpending } from '../access/budgets.ts';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { maySeeBudgets } from '../access/ownership.ts';
import { findPerson } from '../access/person-queries.ts';

/** The limits on how a business reads and contacts students, as staff see them. */
export const budgetHandlers: Handlers<typeof budgetCalls> = {
  getBudgets: async ({ actor, input, now }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId: input.id });
    const business = authorize(actor, found, maySeeBudgets);
    const spending = await findSpending(tx, businessBudgets, business.id, now);
    return spending.map(({ name, used, endsAt }) => ({
      noun: t(budgetNouns[name]),
      units: budgets[name].units,
      used,
      resets_at: endsAt?.toISOString() ?? null,
    }));
  },
};
