import { afterAll } from 'vitest';
import type { Reached } from './reach.ts';

// Runs before each test file while what it reaches is recorded.
const scope = globalThis as { __reached?: Set<string> };
scope.__reached = new Set();

// biome-ignore lint/correctness/noEmptyPattern: vitest insists on a pattern here.
afterAll(({}, suite) => {
  (suite.meta as Reached).reached = [...(scope.__reached ?? [])];
});
