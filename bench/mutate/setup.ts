import { afterAll } from 'vitest';
import type { Reached } from './reach.ts';

// Runs before each test file while recording what it reaches.
const scope = globalThis as { __reached?: Set<string> };
scope.__reached = new Set();

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern here.
afterAll(({}, suite) => {
  (suite.meta as Reached).reached = [...(scope.__reached ?? [])];
});
