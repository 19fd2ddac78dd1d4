import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { changesBetween, type ProcessState, readProcessState } from './process-state.ts';

/** How long closed servers and stopped processes may take to disappear, in milliseconds. */
const TIME_TO_CLOSE = 20_000;

let before: ProcessState;

beforeAll(() => {
  before = readProcessState();
});

// Registered first, so it runs after every hook of the file itself.
afterAll(async () => {
  const deadline = Date.now() + TIME_TO_CLOSE;
  let changes = changesBetween(before, readProcessState());
  while (changes.length > 0 && Date.now() < deadline) {
    await delay(20);
    changes = changesBetween(before, readProcessState());
  }
  if (changes.length > 0) throw new Error(`This file leaves changed for the next one: ${changes.join('; ')}`);
});
