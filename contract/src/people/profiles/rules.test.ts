import { expect, test } from 'vitest';
import { roles } from '../../roles.ts';
import { userFileKeys } from '../../school-system/files/rules.ts';
import { hasFileKey, isPlaced, settleLocation, viewOf } from './rules.ts';

const place = {
  street: '1 Main Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.9,
  lon: -76.4,
  userOverwroteLocation: false,
};
const pinned = { ...place, lat: 38.1, lon: -76.1, userOverwroteLocation: true };

test('a moved pin stays while the address stays the same', () => {
  expect(settleLocation(pinned, place)).toEqual(pinned);
});

test.each(['street', 'city', 'state', 'zip'] as const)('removes a pin when the %s changes', (field) => {
  const sent = { ...place, [field]: 'other' };
  expect(settleLocation(pinned, sent)).toEqual(sent);
});

test('saves a pin that is moved again, and an address without a pin as sent', () => {
  const again = { ...pinned, lat: 38.2 };
  expect(settleLocation(pinned, again)).toEqual(again);
  expect(settleLocation(place, { ...place, lat: 1 })).toEqual({ ...place, lat: 1 });
});

const seenBy = (viewer: (typeof roles)[number], knowsViewer: boolean, isReleased = true) =>
  roles.map((role) => viewOf({ id: 'a', role: viewer }, { id: 'b', role, knowsViewer, isReleased }));

test("everyone sees their own whole account, staff everyone's, a SuperAdmin the Admins'", () => {
  for (const role of roles)
    expect(viewOf({ id: 'a', role }, { id: 'a', role, knowsViewer: false, isReleased: false })).toBe('whole');
  expect(new Set([...seenBy('Teacher', false), ...seenBy('Admin', false)])).toEqual(new Set(['whole']));
  expect(seenBy('SuperAdmin', false)).toEqual([null, null, null, 'whole', null]);
});

test('a student sees only businesses, a business only students who know it', () => {
  expect(seenBy('Student', true)).toEqual([null, 'business', null, null, null]);
  expect(seenBy('Business', true)).toEqual(['applicant', null, null, null, null]);
  expect(seenBy('Business', true, false)).toEqual(['name', null, null, null, null]);
  expect(seenBy('Business', false)).toEqual([null, null, null, null, null]);
});

test('every role has a picture, only students a résumé, only students and businesses an agreement', () => {
  const keysOf = (role: (typeof roles)[number]) => userFileKeys.filter((key) => hasFileKey(role, key));
  expect(keysOf('Student')).toEqual([...userFileKeys]);
  expect(keysOf('Business')).toEqual(['profile_pic_id_fk', 'agreement_file_id_fk']);
  for (const role of ['Teacher', 'Admin', 'SuperAdmin'] as const)
    expect(keysOf(role)).toEqual(['profile_pic_id_fk']);
});

test('0,0 and null are not a location', () => {
  expect(isPlaced({ lat: 0, lon: 0 })).toBe(false);
  expect(isPlaced({ lat: null, lon: null })).toBe(false);
  expect(isPlaced({ lat: 0, lon: -76 })).toBe(true);
});
