import type { Locale } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { getCurrentUser, resetPassword, saveLocale, signUp } = accountCalls;

beforeEach(() => {
  server.jobs.mail.length = 0;
});

async function aClientIn(locale: Locale | null) {
  const client = await server.aClient();
  await server.db.update(settings).set({ locale }).where(eq(settings.clientId, client.id));
  return client;
}

describe('the language of an account', () => {
  test('is stored for every device, by its owner only', async () => {
    const client = await server.aClient();
    const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
    expect(await server.as(student).call(getCurrentUser, {})).toMatchObject({
      locale: null,
      client_locale: null,
    });
    expect(await server.as(student).call(saveLocale, { locale: 'es' })).toEqual({ locale: 'es' });
    expect(await server.as(student).call(getCurrentUser, {})).toMatchObject({ locale: 'es' });
    expect(await server.as(other).call(getCurrentUser, {})).toMatchObject({ locale: null });
  });

  test('defaults to the school system’s', async () => {
    const client = await aClientIn('es');
    const teacher = await server.aTeacher({ client });
    expect(await server.as(teacher).call(getCurrentUser, {})).toMatchObject({
      locale: null,
      client_locale: 'es',
    });
  });

  test('defaults to the browser’s if the school system has none either', async () => {
    const client = await aClientIn(null);
    const teacher = await server.aTeacher({ client });
    expect(await server.as(teacher).call(getCurrentUser, {})).toMatchObject({
      locale: null,
      client_locale: null,
    });
    // Emails have no browser language.
    const business = await server.aBusiness({ client });
    const admin = server.as(await server.anAdmin({ client }));
    await admin.call(peopleCalls.swapApprovalStatus, { _id: business.id, approved: false });
    expect(server.jobs.mail.map(({ subject }) => subject)).toEqual([
      'Your Waypost account is no longer approved',
    ]);
  });

  test('must be one that Waypost supports', async () => {
    const refused = await server.as(await server.aStudent()).refusal(saveLocale, { locale: 'fr' });
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { locale: ['this is not one of the choices'] },
    ]);
  });

  test('does not change during a masquerade', async () => {
    const client = await server.aClient();
    const student = await server.aStudent({ client });
    const caller = server.as(await server.anAdmin({ client }));
    await caller.call(masqueradeCalls.masquerade, { id: student.id });
    expect((await caller.refusal(saveLocale, { locale: 'es' })).status).toBe(403);
    expect(await server.as(student).call(getCurrentUser, {})).toMatchObject({ locale: null });
  });

  test('can be chosen before a new password', async () => {
    const fresh = await server.aStudent({ mustChangePassword: true });
    expect(await server.as(fresh).call(saveLocale, { locale: 'es' })).toEqual({ locale: 'es' });
  });

  test('is the one that its owner signed up in', async () => {
    const client = await server.aClient();
    const email = 'marisol@families.test';
    const reply = await server.visitor().fetch(signUp.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'es' },
      body: JSON.stringify({
        client: client.id,
        type: 'Student',
        email,
        password: 'a quiet lantern',
        first_name: 'Marisol',
        last_name: 'Vega',
      }),
    });
    expect(reply.status).toBe(200);
    const [made] = await server.db.select().from(users).where(eq(users.email, email));
    expect(made?.locale).toBe('es');
    expect(server.jobs.mail.map(({ subject }) => subject)).toEqual([
      'Confirmar el correo electrónico para Waypost',
    ]);
  });
});

test('an Admin sets the school system’s language; if left out, it is unchanged', async () => {
  const one = await server.anAdmin();
  const admin = server.as(one);
  const logo = await server.aFile(one, { contentType: 'image/jpeg' });
  const form = {
    short_name: 'CBPS',
    full_name: 'Chesapeake Bay Public Schools',
    phone_number: '(410)555-0100',
    default_password: 'harbor lights 2020',
    facebook: '',
    twitter: '',
    snapchat: '',
    instagram: '',
    logo: logo.id,
  };
  expect(await admin.call(settingsCalls.saveSettings, { ...form, locale: 'es' })).toMatchObject({
    locale: 'es',
  });
  expect(await admin.call(settingsCalls.saveSettings, form)).toMatchObject({ locale: 'es' });
  expect(await admin.call(settingsCalls.saveSettings, { ...form, locale: 'browser' })).toMatchObject({
    locale: 'browser',
  });
  const refused = await admin.refusal(settingsCalls.saveSettings, { ...form, locale: 'xx' });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['locale']]);
});

describe('an email is written in its reader’s language', () => {
  test('not in that of the person who caused it', async () => {
    const client = await server.aClient();
    const student = await server.aStudent({ client, locale: 'es' });
    const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
    const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
    const application = await server.anApplication({ student, opportunity });
    await server.as(business).call(applicationCalls.updateApplicationStatus, {
      application_id: application.id,
      status: 'Interview Scheduled',
    });
    const [mail] = server.jobs.mail;
    expect(mail?.subject).toBe('Entrevista: Boat builder');
    expect(mail?.text).toContain('quiere hablar contigo');
    expect(mail?.html).toContain('<html lang="es">');
    expect(mail?.html).toContain('O abre esta dirección:');
  });

  test('in their school system’s by default, and to everyone but students as usted', async () => {
    const client = await aClientIn('es');
    const business = await server.aBusiness({ client });
    const english = await server.aStudent({ client, locale: 'en' });
    const admin = server.as(await server.anAdmin({ client }));
    for (const { id } of [business, english])
      await admin.call(peopleCalls.swapApprovalStatus, { _id: id, approved: false });
    expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
      [business.email, 'Su cuenta de Waypost ya no está aprobada'],
      [english.email, 'Your Waypost account is no longer approved'],
    ]);
  });

  test('also if it is about an account', async () => {
    const student = await server.aStudent({ locale: 'es' });
    await server.visitor().call(resetPassword, { email: student.email });
    const [mail] = server.jobs.mail;
    expect(mail?.subject).toBe('Crear una contraseña nueva de Waypost');
    expect(mail?.html).toContain('<html lang="es">');
  });
});
