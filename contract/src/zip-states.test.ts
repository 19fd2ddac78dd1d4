import { expect, test } from 'vitest';
import { stateCodes } from './states.ts';
import { stateOfZip } from './zip-states.ts';

test.each([
  ['21401', 'MD'],
  ['21401-0042', 'MD'],
  ['20001', 'DC'],
  ['20120', 'VA'],
  ['00501', 'NY'],
  ['02108', 'MA'],
  ['05501', 'MA'],
  ['73301', 'TX'],
  ['73101', 'OK'],
  ['90210', 'CA'],
  ['96813', 'HI'],
  ['99501', 'AK'],
  ['00901', undefined],
  ['09001', undefined],
  ['214', undefined],
  ['', undefined],
])('the ZIP code "%s" is in %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test('every state has ZIP codes', () => {
  const found = new Set(
    Array.from({ length: 1000 }, (_, area) => stateOfZip(`${`${area}`.padStart(3, '0')}01`)),
  );
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI'];
  expect(stateCodes.filter((code) => !found.has(code) && !territories.includes(code))).toEqual([]);
});
