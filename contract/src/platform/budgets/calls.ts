import * as z from 'zod';
import { get } from '../../call.ts';
import { id, moment } from '../../fields.ts';

/** One budget of a business, as staff see it. */
export const BudgetUse = z.object({
  /** What is counted, in the form that follows a number. */
  noun: z.string(),
  used: z.number().int(),
  units: z.number().int(),
  /** When the full budget is available again; null if none of it is used. */
  resets_at: moment.nullable(),
});
export type BudgetUse = z.infer<typeof BudgetUse>;

export const budgetCalls = {
  /** How much of its daily budgets a business has used. */
  getBudgets: get('/api/getBudgets', z.object({ id }), z.array(BudgetUse)),
};
