import { budgets } from '@waypost/contract/platform/budgets/rules';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { findSpending, OverBudget, spend } from './budgets.ts';
import type { Transaction } from './handler.ts';
import { asSession } from './tenant.ts';

const server = startTestServer();

const { units } = budgets.offers;
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
const transaction: Transaction = (work) => asSession(server.database.app, null, at(0), (tx) => work(tx));
const offer = (who: string, hours: number, count: number) =>
  transaction((tx) => spend(tx, 'offers', who, at(hours), count)).then(
    () => 'spent',
    (error: unknown) => {
      if (error instanceof OverBudget) return error;
      throw error;
    },
  );
const used = (who: string, hours: number) =>
  transaction((tx) => findSpending(tx, ['offers', 'student searches'], who, at(hours)));

test('refuses what exceeds the budget without spending it, and resets after its period', async () => {
  expect(await offer('marina', 0, units - 1)).toBe('spent');
  expect(await offer('marina', 1, 2)).toMatchObject({
    retryAfter: 23 * 3600,
    message: 'You have 1 of 50 offers to students left for now. You get all 50 back in 23 hours.',
  });
  expect(await offer('marina', 1, 1)).toBe('spent');
  expect(await offer('marina', 2, 1)).toMatchObject({
    message: 'You have used all 50 offers to students for now. Try again in 22 hours.',
  });
  expect(await offer('marina', 24, 1)).toBe('spent');
});

test('concurrent spending, as from several servers, never exceeds the budget', async () => {
  const outcomes = await Promise.all(Array.from({ length: 14 }, () => offer('boatyard', 0, 10)));
  expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(units / 10);
});

test('each account has its own budget, which reports its use and reset time', async () => {
  await offer('bakery', 0, 3);
  expect(await used('bakery', 1)).toEqual([
    { name: 'offers', used: 3, endsAt: at(24) },
    { name: 'student searches', used: 0, endsAt: null },
  ]);
  expect(await used('bakery', 24)).toMatchObject([{ used: 0 }, { used: 0 }]);
  expect(await used('museum', 1)).toMatchObject([{ used: 0 }, { used: 0 }]);
});

test('a call that fails for another reason spends nothing', async () => {
  const failing = transaction(async (tx) => {
    await spend(tx, 'offers', 'mill', at(0), 5);
    throw new Error('something else');
  });
  await expect(failing).rejects.toThrow('something else');
  expect(await used('mill', 0)).toMatchObject([{ used: 0 }, { used: 0 }]);
});
