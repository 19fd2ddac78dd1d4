// The setup of race tests: queries whose locks a test can turn off. All these tests share the mocked modules.
import { afterEach, vi } from 'vitest';
import { findProjectWithoutLock, takeSeatWithoutLock, without } from './without-locks.ts';

vi.mock('../src/placements/projects/change-queries.ts', async (original) => {
  const queries = await original<typeof import('../src/placements/projects/change-queries.ts')>();
  const findProjectToChange: typeof queries.findProjectToChange = (tx, key) =>
    without.placementLock ? findProjectWithoutLock(tx, key) : queries.findProjectToChange(tx, key);
  return { ...queries, findProjectToChange };
});

vi.mock('../src/placements/applications/queries.ts', async (original) => {
  const queries = await original<typeof import('../src/placements/applications/queries.ts')>();
  const takeSeat: typeof queries.takeSeat = (tx, opportunity) =>
    without.seatLock ? takeSeatWithoutLock(tx, opportunity) : queries.takeSeat(tx, opportunity);
  return { ...queries, takeSeat };
});

vi.mock('../src/school-system/files/queries.ts', async (original) => {
  const queries = await original<typeof import('../src/school-system/files/queries.ts')>();
  const lockOwner: typeof queries.lockOwner = async (tx, owner) => {
    if (!without.ownerLock) await queries.lockOwner(tx, owner);
  };
  return { ...queries, lockOwner };
});

vi.mock('../src/school-system/lists/entry-queries.ts', async (original) => {
  const queries = await original<typeof import('../src/school-system/lists/entry-queries.ts')>();
  const lockList: typeof queries.lockList = async (tx, list, clientId) => {
    if (!without.listLock) return queries.lockList(tx, list, clientId);
    const { findEntries } = await import('../src/school-system/lists/queries.ts');
    const rows = await findEntries(tx, list, clientId);
    return rows.map((row) => ({ ...row, clientId, words: 'name' in row ? row.name : row.question_text }));
  };
  return { ...queries, lockList };
});

vi.mock('../src/placements/hours/day-queries.ts', async (original) => {
  const queries = await original<typeof import('../src/placements/hours/day-queries.ts')>();
  const lockDays: typeof queries.lockDays = async (tx, project) => {
    if (!without.daysLock) await queries.lockDays(tx, project);
  };
  return { ...queries, lockDays };
});

afterEach(() => {
  for (const lock of Object.keys(without) as (keyof typeof without)[]) without[lock] = false;
});
