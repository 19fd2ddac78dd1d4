import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { ask, place, said } from './calls.ts';
import { PASSWORD } from './forms.ts';
import { newestMail } from './mails.ts';
import type { Product } from './server.ts';

/** The administrator of each test's school system. */
export const ADMIN = { first_name: 'Angela', last_name: 'Whitfield' };

/** A picture of one pixel. */
const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Logs in by a call. */
export async function logIn(request: APIRequestContext, email: string, password = PASSWORD): Promise<void> {
  const reply = await ask({ request }, '/auth/login', { email, password });
  expect(reply).toMatchObject({ message: 'success' });
}

/** Creates a school system with one school and the default lists, and logs its new administrator in to `staff`. */
export async function makeSchoolSystem(
  platform: APIRequestContext,
  staff: APIRequestContext,
  product: Product,
): Promise<void> {
  const own = randomUUID().slice(0, 8);
  const form = { full_name: `Schools of ${own}`, short_name: own };
  const { client } = await ask<{ client: { _id: string } }>({ request: platform }, '/api/createClient', {
    ...form,
    max_users: 500,
  });
  const email = `admin.${own}@schools.test`;
  await invite({ request: platform }, product, '/api/createAdmin', { ...ADMIN, email, client: client._id });
  await logIn(staff, email);
  const school = { request: staff };
  const multipart = { key: 'site_logo', fileupload: logo };
  const { _id } = await said<{ _id: string }>(await staff.post('/api/upload_file', { multipart }));
  await ask(school, '/api/saveSettings', {
    ...form,
    phone_number: '(410)555-0199',
    default_password: 'river lanterns at dusk',
    facebook: '',
    twitter: '',
    snapchat: '',
    instagram: '',
    logo: _id,
  });
  await ask(school, '/api/createSchool', { ...place, name: 'Severn River High School', type: 'High' });
  for (const list of ['FocusAreas', 'Programs', 'Questions', 'EvaluationQuestions'])
    await ask(school, `/api/loadDefault${list}`);
  await ask(school, '/api/setSettingsAsComplete', {});
}

/** Invites an administrator or a teacher, who sets a password with the mailed link. */
export async function invite(
  by: { request: APIRequestContext },
  product: Product,
  call: '/api/createAdmin' | '/api/createTeacher',
  person: { first_name: string; last_name: string; email: string } & Record<string, unknown>,
): Promise<void> {
  await ask(by, call, person);
  const [, code] = /\/forgotPassword\/([\w-]+)/.exec(await newestMail(product, person.email)) ?? [];
  const { _id } = await ask<{ _id: string }>(by, '/auth/findUserByCode', { code });
  await ask(by, '/auth/changePasswordById', { _id, new_password: PASSWORD });
}
