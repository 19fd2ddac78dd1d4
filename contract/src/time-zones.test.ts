import { expect, test } from 'vitest';
import { dayIn } from './time-zones.ts';

test('a day begins in each zone at its own midnight, also across a change of the clocks', () => {
  const at = (moment: string) => dayIn('America/New_York', new Date(moment));
  expect([at('2026-03-08T04:59:59Z'), at('2026-03-08T05:00:00Z')]).toEqual(['2026-03-07', '2026-03-08']);
  expect([at('2026-03-09T03:59:59Z'), at('2026-03-09T04:00:00Z')]).toEqual(['2026-03-08', '2026-03-09']);
  expect(dayIn('Pacific/Guam', new Date('2026-03-07T14:00:00Z'))).toBe('2026-03-08');
});
