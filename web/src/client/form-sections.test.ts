import { expect, test } from 'vitest';
import * as z from 'zod';
import { countMissing } from './form-sections.ts';

const sectionOf = { name: 'who', location: 'where', days: 'when' };
const schema = z.object({
  name: z.string().min(1),
  location: z.object({ street: z.string().min(1), zip: z.string().min(1) }),
  days: z.array(z.string().min(1)),
});

test('counts each missing field of a section, but a list with several wrong entries once', () => {
  const values = { name: 'Ada', location: { street: '', zip: '' }, days: ['', ''] };
  expect(countMissing(sectionOf, schema, values)).toEqual({ who: 0, where: 2, when: 1 });
});

test('counts nothing in a form without errors', () => {
  const values = { name: 'Ada', location: { street: '1 Main St', zip: '21601' }, days: ['Monday'] };
  expect(countMissing(sectionOf, schema, values)).toEqual({ who: 0, where: 0, when: 0 });
});
