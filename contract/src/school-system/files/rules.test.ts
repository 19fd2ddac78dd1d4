import { expect, test } from 'vitest';
import {
  FILE_BYTES_PER_PERSON,
  FILES_PER_PERSON,
  hasRoomFor,
  isPictureName,
  isShown,
  mayListResources,
  resourceTypeOf,
} from './rules.ts';

test('the profile pictures and the logo are pictures, and nothing else is', () => {
  expect(isPictureName('profile_pic_full')).toBe(true);
  expect(isPictureName('profile_pic_cropped')).toBe(true);
  expect(isPictureName('site_logo')).toBe(true);
  expect(isPictureName('student_resume_file')).toBe(false);
  expect(isPictureName(undefined)).toBe(false);
});

test('a person can store 200 files of 500 MB in total', () => {
  expect([FILES_PER_PERSON, FILE_BYTES_PER_PERSON]).toEqual([200, 524_288_000]);
});

test('accepts exactly the last file and the last byte', () => {
  expect(hasRoomFor(10, { files: FILES_PER_PERSON - 1, bytes: FILE_BYTES_PER_PERSON - 10 }, true)).toBe(true);
  expect(hasRoomFor(10, { files: FILES_PER_PERSON, bytes: 0 }, true)).toBe(false);
  expect(hasRoomFor(11, { files: 0, bytes: FILE_BYTES_PER_PERSON - 10 }, true)).toBe(false);
});

test('only an Admin creates a resource, by naming its readers in the description', () => {
  expect(resourceTypeOf('Admin', 'student')).toBe('student');
  expect(resourceTypeOf('Admin', 'Business')).toBe('business');
  expect(resourceTypeOf('Admin', 'my holiday')).toBeNull();
  expect(resourceTypeOf('Admin', undefined)).toBeNull();
  expect(resourceTypeOf('Teacher', 'student')).toBeNull();
  expect(resourceTypeOf('Student', 'student')).toBeNull();
});

test('students and businesses list only their own type of resources, staff list both', () => {
  expect(mayListResources('Student', 'student')).toBe(true);
  expect(mayListResources('Student', 'business')).toBe(false);
  expect(mayListResources('Business', 'business')).toBe(true);
  expect(mayListResources('Business', 'student')).toBe(false);
  expect(mayListResources('Teacher', 'student')).toBe(true);
  expect(mayListResources('Admin', 'business')).toBe(true);
});

test('images and PDFs are shown, anything executable is downloaded', () => {
  expect(isShown('application/pdf')).toBe(true);
  expect(isShown('image/jpeg')).toBe(true);
  expect(isShown('text/html')).toBe(false);
  expect(isShown('image/svg+xml')).toBe(false);
});

test('an unapproved account can store 20 files and 25 MB', () => {
  expect(hasRoomFor(1, { files: 19, bytes: 25 * 1024 * 1024 - 1 }, false)).toBe(true);
  expect(hasRoomFor(2, { files: 0, bytes: 25 * 1024 * 1024 - 1 }, false)).toBe(false);
  expect(hasRoomFor(1, { files: 20, bytes: 0 }, false)).toBe(false);
});
