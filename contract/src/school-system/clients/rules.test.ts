import { expect, test } from 'vitest';
import { splitName, suggestedShortName } from './rules.ts';

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

test.each([
  ['Grace Hale', 'Grace', 'Hale'],
  [' Mary  Ann Lee ', 'Mary Ann', 'Lee'],
  ['Grace', 'Grace', ''],
])('"%s" is split into "%s" and "%s"', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});
