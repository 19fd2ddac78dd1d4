import { type ScreenPath, screenAccess } from '@waypost/contract/access';
import { expect, test } from 'vitest';
import { addTranslations, dataOfHome, firstPaint } from './first-paint.tsx';

const all = Object.keys(screenAccess) as ScreenPath[];

test.each([
  ['/', 'Find your way from school to work'],
  ['/signup', 'Create an account'],
  ['/login', 'Log in'],
  ['/forgot', 'Forgot your password?'],
  ['/opportunity/browse', 'Browse opportunities'],
  ['/opportunity/view/$id', 'Opportunity'],
] as const)('the page of %s names its screen before the app starts', async (path, heading) => {
  const { html } = await firstPaint(path);
  expect(html).toContain(`>${heading}</h1>`);
});

test('a page is painted in its language too', async () => {
  addTranslations('es', { 'Create an account': 'Crear una cuenta' });
  const { html, locale } = await firstPaint('/signup', 'es');
  expect(html).toMatch(/<h1[^>]*>Crear una cuenta<\/h1>/);
  expect(locale).toBe('es');
});

test('the landing page is painted with the pictures of its language', async () => {
  const { html } = await firstPaint('/', 'es');
  expect(html).toContain('/landing/student-es.webp');
  expect(html).not.toContain('/landing/student.webp');
});

test('no page has a script, or a control that would ignore input before the app starts', async () => {
  for (const path of all) {
    const { html } = await firstPaint(path);
    expect(html, path).toContain('Powered by Waypost');
    expect(html, path).not.toMatch(/<(input|textarea|select|button|script)\b/);
  }
});

test('a page shows nothing about the signed-in user', async () => {
  const { html: landing } = await firstPaint('/');
  expect(landing).not.toContain('Sign up<');
  const { html: login } = await firstPaint('/login');
  expect(login).toContain('Sign up<');
});

test('the page of a student’s home screen requests what /default waits for', () => {
  expect(dataOfHome('/projects/viewall')).toEqual(['/api/getProjectsByStudent?limit=500']);
  expect(dataOfHome('/admin/dashboard')).toEqual([]);
});
