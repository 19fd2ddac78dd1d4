import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Grace Hale', 'Grace', 'Hale'],
  [' Mary  Ann Lee ', 'Mary Ann', 'Lee'],
  ['Cher', 'Cher', ''],
  ['Torres, Maya Ann', 'Maya Ann', 'Torres'],
  ['Omar King, Jr.', 'Omar', 'King Jr.'],
  ['Omar King Jr.', 'Omar', 'King Jr.'],
  ['Rivera, Ana, Jr.', 'Ana', 'Rivera Jr.'],
  ['Rivera, Jr., Ana', 'Ana', 'Rivera Jr.'],
  ['Rivera III, Ana', 'Ana', 'Rivera III'],
  ['Li; Bo', 'Bo', 'Li'],
  ['King, Jr.', '', 'King Jr.'],
  ['Ana Sr', 'Ana', 'Sr'],
  ['', '', ''],
])('"%s" is split into "%s" and "%s"', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});
