import { expect, test } from 'vitest';
import { suggestedShortName } from './rules.ts';

test.each([
  ['Chesapeake Bay Public Schools', 'CBPS'],
  ['Schools of the River and Bay', 'SRB'],
  ['Escuelas Públicas de Élko', 'EPÉ'],
  ['saint mary’s county', 'SMC'],
  ['Winston-Salem Schools', 'WSS'],
  ['United Great Northern Bay River Valley Hill Lake Shore County City Schools', 'UGNBRVHLSC'],
  ['  Kent ', ''],
  ['Kent & ', ''],
  ['', ''],
])('the short name suggested for "%s" is "%s"', (full, short) => {
  expect(suggestedShortName(full)).toBe(short);
});
