import { expect, test } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const base = { title: 'Deckhand', slots: 2, days: ['Monday'], place: { city: 'Annapolis', zip: '21401' } };

test('what only they changed comes into the form, and the note has what was there', () => {
  expect(mergeChanges(base, base, { ...base, title: 'Boat builder' })).toEqual({
    values: { ...base, title: 'Boat builder' },
    notes: { title: 'Someone else changed this meanwhile. It was “Deckhand”.' },
  });
});

test('what both changed stays as typed, and the note has theirs', () => {
  const own = { ...base, title: 'Rigger' };
  expect(mergeChanges(base, own, { ...base, title: 'Boat builder' })).toEqual({
    values: own,
    notes: { title: 'Someone else saved “Boat builder” here meanwhile. If you save, yours replaces it.' },
  });
});

test('what only this person changed, or both in the same way, needs no note', () => {
  const own = { ...base, title: 'Rigger', slots: 3 };
  expect(mergeChanges(base, own, { ...base, slots: 3 })).toEqual({ values: own, notes: {} });
});

test('each field of a group is compared by itself, and a list as a whole', () => {
  const theirs = { ...base, days: ['Friday'], place: { ...base.place, zip: '21403' } };
  const own = { ...base, place: { ...base.place, city: 'Cambridge' } };
  expect(mergeChanges(base, own, theirs)).toEqual({
    values: { ...base, days: ['Friday'], place: { city: 'Cambridge', zip: '21403' } },
    notes: {
      days: 'Someone else changed this meanwhile.',
      'place.zip': 'Someone else changed this meanwhile. It was “21401”.',
    },
  });
});

test('a note shows text without its markup, the start of a long one, and no id', () => {
  const notesOf = (mine: string) => mergeChanges({ text: 'a' }, { text: 'b' }, { text: mine }).notes.text;
  expect(notesOf('<p>Build <em>boats</em></p>')).toContain('“Build boats”');
  expect(notesOf('x'.repeat(90))).toContain(`“${'x'.repeat(80)}…”`);
  expect(notesOf('00000000-0000-4000-8000-000000000001')).toBe(
    'Someone else changed this meanwhile. If you save, yours replaces it.',
  );
});
