import { expect, test } from 'vitest';
import { inTurnOf } from './limits.ts';

const network = '192.0.2.1';
const approved = { id: 'ada', network, isTrusted: true };
const stranger = (id: number) => ({ id: `stranger ${id}`, network, isTrusted: false });

test('the pictures of a network’s new accounts delay anyone else’s by one', async () => {
  const order: string[] = [];
  const draw = (who: { id: string; network: string; isTrusted: boolean }) =>
    inTurnOf(who)(async () => {
      order.push(who.id);
      await new Promise(setImmediate);
    });
  const flood = Array.from({ length: 13 }, (_, id) => draw(stranger(id)));
  await Promise.all([...flood, draw(approved), draw({ ...stranger(20), network: '203.0.113.7' })]);
  expect(order.slice(0, 4)).toEqual(['stranger 0', 'stranger 1', 'ada', 'stranger 20']);
});

test('one account has one picture in the lane, and those of its network take turns', async () => {
  const order: string[] = [];
  const draw = (id: number) =>
    inTurnOf(stranger(id))(async () => {
      order.push(`${id}`);
      await new Promise(setImmediate);
    });
  await Promise.all([draw(1), draw(1), draw(1), draw(2), draw(3)]);
  expect(order).toEqual(['1', '2', '3', '1', '1']);
});
