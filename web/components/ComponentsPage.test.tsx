import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { mount } from '../testing/render.tsx';
import { ComponentsPage } from './ComponentsPage.tsx';

/** Parts of other components, and components that show nothing by themselves. */
const NOT_SHOWN = [
  'DateCalendar',
  'Deferred',
  'LeafletMap',
  'PageTitle',
  'PictureCrop',
  'RichTextArea',
  'T',
  'TableRows',
  'UnsavedChanges',
];

const files = Object.keys(import.meta.glob('../src/ui/*.tsx'))
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => file.replace(/^.*\/|\.tsx$/g, ''));

test('shows every component of src/ui', async () => {
  mount(<ComponentsPage />);
  await screen.findByRole('region', { name: 'Avatar' });
  const shown = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !NOT_SHOWN.includes(file) && !shown.includes(file))).toEqual([]);
  expect(await screen.findByRole('textbox', { name: /^Description/ })).toBeTruthy();
});
