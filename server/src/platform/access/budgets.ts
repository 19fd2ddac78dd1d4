import {
  type Budget,
  type BudgetName,
  budgets,
  overBudget,
  type SpentBudget,
} from '@waypost/contract/platform/budgets/rules';
import type { Tx } from '../database/connect.ts';
import { type Bound, countTries, findTries, TooManyTries } from './limits.ts';

/** A call exceeded a budget. It is rolled back, so it spends nothing. */
export class OverBudget extends TooManyTries {
  readonly budget: SpentBudget;

  constructor(name: SpentBudget, left: number, retryAfter: number) {
    super(retryAfter, overBudget(name, left, retryAfter));
    this.budget = name;
  }
}

/**
 * A budget as it limits one account, network or school system. `withinLimits` accepts it like any other bound.
 * `crowded`: the network that its callers share is over its own budget.
 */
export function budgetOf(name: BudgetName, who: string, { crowded = false } = {}): Bound {
  const budget: Budget = budgets[name];
  const tries = crowded ? (budget.crowded ?? budget.units) : budget.units;
  return { limit: { name, tries, minutes: budget.minutes }, who };
}

/**
 * Spends units of a budget, or refuses with 429. Counts in the call's own transaction, so other calls that spend the
 * same budget wait for it, on every server, and a call that fails for another reason spends nothing.
 */
export async function spend(tx: Tx, name: SpentBudget, who: string, now: Date, units = 1): Promise<void> {
  if (units === 0) return;
  const bound = budgetOf(name, who);
  const { count, wait } = await countTries(tx, bound, now, units);
  const left = bound.limit.tries - (count - units);
  if (count > bound.limit.tries) throw new OverBudget(name, Math.max(0, left), wait);
}

/**
 * Counts an email that someone asks Waypost to send to a person without an account, whose address anyone can type in.
 * Refuses with 429 after too many from one account, or from all together.
 */
export async function spendEmailTo(tx: Tx, email: string, by: { id: string }, now: Date): Promise<void> {
  const address = email.trim().toLowerCase();
  await spend(tx, 'emails to an address', `${by.id} ${address}`, now);
  await spend(tx, 'emails to an address from everywhere', address, now);
}

/** How much of these budgets is used, and until when; null if none is. */
export async function findSpending<Name extends BudgetName>(
  tx: Tx,
  names: readonly Name[],
  who: string,
  now: Date,
): Promise<{ name: Name; used: number; endsAt: Date | null }[]> {
  const tries = await findTries(
    tx,
    names.map((name) => budgetOf(name, who)),
    now,
  );
  return names.map((name, index) => ({
    name,
    used: Math.min(tries[index]?.count ?? 0, budgets[name].units),
    endsAt: tries[index]?.endsAt ?? null,
  }));
}
