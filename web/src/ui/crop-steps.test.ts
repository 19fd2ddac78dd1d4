import { expect, test } from 'vitest';
import { movedCrop, resizedCrop } from './crop-steps.ts';

const box = { x: 40, y: 40, width: 20, height: 30 };

test('a step moves the box, but never out of the picture', () => {
  expect(movedCrop(box, 1, -1)).toEqual({ ...box, x: 45, y: 35 });
  expect(movedCrop({ ...box, x: 78, y: 2 }, 1, -1)).toEqual({ ...box, x: 80, y: 0 });
});

test('a larger box has the same proportions and center, and fits into the picture', () => {
  const larger = resizedCrop(box, 'larger');
  expect([larger.width, larger.height]).toEqual([22, 33].map((side) => expect.closeTo(side)));
  expect([larger.x, larger.y]).toEqual([39, 38.5].map((place) => expect.closeTo(place)));
  expect(resizedCrop({ x: 0, y: 0, width: 64, height: 98 }, 'larger')).toMatchObject({
    x: 0,
    y: 0,
    height: expect.closeTo(100),
  });
});

test('a smaller box stays large enough to see', () => {
  let small = box;
  for (let presses = 0; presses < 50; presses += 1) small = resizedCrop(small, 'smaller');
  expect([small.width, small.height]).toEqual([5, 7.5].map((side) => expect.closeTo(side)));
});
