import { expect, test } from 'vitest';
import { allCalls } from './all-calls.ts';
import { addressPart, type Call } from './call.ts';

/** What only the server needs. */
const OF_SERVER = ['input', 'reply', 'whole', 'carries', 'changes', 'onlyAsks', 'sizedBy'];

test('a browser’s bundle keeps everything that it has to know of a call', () => {
  for (const [name, call] of Object.entries(allCalls) as [string, Call][]) {
    const marks = Object.entries(call).filter(([key]) => !OF_SERVER.includes(key));
    expect([name, addressPart(call)]).toEqual([name, Object.fromEntries(marks)]);
  }
});
