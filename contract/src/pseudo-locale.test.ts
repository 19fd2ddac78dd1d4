import { expect, test } from 'vitest';
import { argumentsOf } from '../messages/arguments.ts';
import { collect } from '../messages/collect.ts';
import { pseudo } from './pseudo-locale.ts';

test.each([
  ['Save hours', '⟦Šáávéé hóóúúŕš⟧'],
  ['Read the <a>terms</a> of {name}.', '⟦Ŕééááď ţhéé <a>ţééŕmš</a> óóf {name}.⟧'],
  [
    '{n, plural, one {# entry} other {# entries by {who}}} left',
    '⟦{n, plural, one {# ééñţŕý} other {# ééñţŕííééš bý {who}}} ļééfţ⟧',
  ],
])('%s', (message, shown) => {
  expect(pseudo(message)).toBe(shown);
});

test('every message can be shown in it, with the same arguments and about 40% longer', () => {
  const messages = [...collect().keys()];
  expect(
    messages.filter((message) => argumentsOf(pseudo(message)).join() !== argumentsOf(message).join()),
  ).toEqual([]);
  const lengthOf = (texts: string[]) => texts.join('').length;
  const longer = lengthOf(messages.map(pseudo)) / lengthOf(messages);
  expect(longer).toBeGreaterThan(1.3);
  expect(longer).toBeLessThan(1.5);
});
