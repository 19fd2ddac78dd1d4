import { expect, test } from 'vitest';
import * as z from 'zod';
import { listPart, PART_MAX, partOf, startsExport } from './list-part.ts';

test('a page starts and ends as requested, and without a limit has the maximum size', () => {
  expect(partOf({ limit: 20, offset: 40 })).toEqual({ limit: 20, offset: 40 });
  expect(partOf({})).toEqual({ limit: PART_MAX, offset: 0 });
  expect(partOf({ limit: null, offset: null })).toEqual({ limit: PART_MAX, offset: 0 });
});

test('a part starts at any row and has from one row to the maximum', () => {
  const isTaken = (part: object) => z.object(listPart).safeParse(part).success;
  expect([{ offset: 0 }, { offset: 40 }, { limit: 1 }, { limit: PART_MAX }].map(isTaken)).not.toContain(
    false,
  );
  expect([{ offset: -1 }, { limit: 0 }, { limit: PART_MAX + 1 }].map(isTaken)).not.toContain(true);
});

test('only the first part of an export is recorded', () => {
  expect(startsExport({ exporting: true })).toBe(true);
  expect(startsExport({ exporting: true, offset: 0 })).toBe(true);
  expect(startsExport({ exporting: true, offset: 500 })).toBe(false);
  expect(startsExport({ offset: 0 })).toBe(false);
  expect(startsExport(undefined)).toBe(false);
});
