import { randomUUID } from 'node:crypto';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { aPicture } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { isPassword } from '../../platform/access/passwords.ts';
import { files } from '../../platform/database/tables/files.ts';
import { evaluationQuestions, schools, settings } from '../../platform/database/tables/lists.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getSettings, saveSettings, setSettingsAsComplete } = settingsCalls;

const form = {
  short_name: 'CBPS',
  full_name: 'Chesapeake Bay Public Schools',
  phone_number: '(410)555-0100',
  default_password: 'harbor lights 2020',
  facebook: '',
  twitter: '@cbps',
  snapchat: '',
  instagram: 'https://instagram.test/cbps',
};

/** What a reply contains of them: everything except the password. */
const { default_password, ...shown } = form;

/** A school system without settings, its Admin, and a form with a logo that they uploaded. */
async function aNewClient() {
  const client = await server.aClient();
  await server.db.delete(settings).where(eq(settings.clientId, client.id));
  const admin = await server.anAdmin({ client });
  const { id } = await server.aFile(admin, { contentType: 'image/jpeg' });
  return { client, admin, caller: server.as(admin), logo: id, complete: { ...form, logo: id } };
}

const auditedIn = (client: { id: string }) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));

describe('saving the site settings', () => {
  test('creates them, visible to everyone except the default password', async () => {
    const { client, caller, logo, complete } = await aNewClient();
    const saved = await caller.call(saveSettings, complete);
    expect(saved).toMatchObject({
      ...shown,
      logo: { _id: logo },
      is_complete: false,
      has_default_password: true,
    });
    expect(JSON.stringify(saved)).not.toContain(default_password);
    expect(await caller.call(getSettings, {})).toEqual(saved);
    const student = server.as(await server.aStudent({ client }));
    const seen = await student.call(getSettings, {});
    expect(seen).toMatchObject({ short_name: 'CBPS', twitter: '@cbps' });
    expect(seen).toHaveProperty('default_password', null);
  });

  test('hides the default password, and keeps it if the field is empty', async () => {
    const { client, caller, complete } = await aNewClient();
    const rowOf = async () =>
      (await server.db.select().from(settings).where(eq(settings.clientId, client.id)))[0];
    await caller.call(saveSettings, complete);
    const { rows } = await server.database.owner.query(
      'select to_jsonb(s)::text as row from settings s where client_id = $1',
      [client.id],
    );
    expect(rows[0].row).not.toContain(form.default_password);
    const first = await rowOf();
    expect(await isPassword(form.default_password, first?.defaultPasswordHash)).toBe(true);
    for (const empty of ['', undefined])
      await caller.call(saveSettings, { ...shown, full_name: 'Bay Schools', default_password: empty });
    expect(await rowOf()).toEqual({ ...first, fullName: 'Bay Schools', revision: expect.any(Number) });
  });

  test('requires a default password and a logo the first time', async () => {
    const { caller, complete } = await aNewClient();
    const required = ['this field is required'];
    for (const [input, errors] of [
      [{ ...complete, default_password: '' }, { default_password: required }],
      [form, { logo: required }],
      [shown, { default_password: required, logo: required }],
    ] as const) {
      const { status, problem } = await caller.refusal(saveSettings, input);
      expect([status, problem.errors]).toEqual([400, errors]);
    }
    expect(await caller.call(getSettings, {})).toEqual([]);
  });

  test('requires a logo of existing settings that have none', async () => {
    const client = await server.aClient();
    const caller = server.as(await server.anAdmin({ client }));
    const { status, problem } = await caller.refusal(saveSettings, form);
    expect([status, problem.errors]).toEqual([400, { logo: ['this field is required'] }]);
    expect(await caller.call(getSettings, {})).toMatchObject({ full_name: client.fullName });
  });

  test('changes existing ones, and does not affect whether they are complete', async () => {
    const client = await server.aClient();
    const admin = await server.anAdmin({ client });
    const caller = server.as(admin);
    const logo = await server.aFile(admin, { contentType: 'image/jpeg' });
    const saved = await caller.call(saveSettings, { ...form, full_name: 'Bay Schools', logo: logo.id });
    expect(saved).toMatchObject({ full_name: 'Bay Schools', is_complete: true });
  });

  test('reports each missing or invalid field', async () => {
    const { caller } = await aNewClient();
    const empty = await caller.refusal(saveSettings, {
      short_name: ' ',
      full_name: '',
      phone_number: '',
      default_password: '',
    });
    const required = ['this field is required'];
    expect([empty.status, empty.problem.errors]).toEqual([
      400,
      {
        short_name: required,
        full_name: required,
        phone_number: required,
      },
    ]);
    expect(await caller.call(getSettings, {})).toEqual([]);
  });

  test('rejects a default password that no one should have', async () => {
    const { caller } = await aNewClient();
    for (const poor of ['password123', 'aaaaaaaaaa', 'short']) {
      const { status, problem } = await caller.refusal(saveSettings, { ...shown, default_password: poor });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['default_password']]);
    }
    expect(await caller.call(getSettings, {})).toEqual([]);
  });

  test('records what was changed, and never a password', async () => {
    const { client, admin, caller, complete } = await aNewClient();
    await caller.call(saveSettings, complete);
    await caller.call(saveSettings, { ...form, short_name: 'BAY', default_password: 'another quiet one' });
    const entries = await auditedIn(client);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['save settings', admin.id],
      ['save settings', admin.id],
    ]);
    expect(entries).toContainEqual(
      expect.objectContaining({ details: { changed: 'shortName, defaultPassword' } }),
    );
    expect(JSON.stringify(entries)).not.toContain('quiet');
  });

  test('is for the school system’s Admins only', async () => {
    const client = await server.aClient();
    const others = [
      await server.aStudent({ client }),
      await server.aBusiness({ client }),
      await server.aTeacher({ client }),
      await server.aSuperAdmin(),
    ];
    for (const user of others) expect((await server.as(user).refusal(saveSettings, form)).status).toBe(403);
    const [kept] = await server.db.select().from(settings).where(eq(settings.clientId, client.id));
    expect(kept?.fullName).toBe(client.fullName);
  });
});

describe('the logo', () => {
  test('is a picture, converted to JPEG, and public once it is the logo', async () => {
    const { caller } = await aNewClient();
    const picture = { name: 'logo.png', content: await aPicture() };
    const { _id, path } = await caller.call(fileCalls.uploadFile, { key: 'site_logo' }, picture);
    expect((await server.visitor().fetch(path, {})).status).toBe(404);
    const saved = await caller.call(saveSettings, { ...form, logo: _id });
    expect(saved.logo).toMatchObject({ _id });
    const seen = await server.visitor().fetch(path, {});
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('belongs to the school system: the previous one is deleted with its bytes', async () => {
    const { client, admin, caller } = await aNewClient();
    const [old, next] = [
      await server.aFile(admin, { contentType: 'image/jpeg' }),
      await server.aFile(admin, { contentType: 'image/jpeg' }),
    ];
    await caller.call(saveSettings, { ...form, logo: old.id });
    const saved = await caller.call(saveSettings, { ...form, logo: next.id });
    expect(saved.logo?._id).toBe(next.id);
    const kept = await server.db.select().from(files).where(eq(files.clientId, client.id));
    expect(kept.filter(({ shelf }) => shelf === 'logo')).toMatchObject([{ id: next.id, ownerId: null }]);
    expect(kept.map(({ id }) => id)).not.toContain(old.id);
    expect(server.jobs.removedFiles).toContain(old.storageKey);
  });

  test('is unchanged if the form sends none, or the current one', async () => {
    const { client, admin, caller } = await aNewClient();
    const logo = await server.aFile(admin, { contentType: 'image/jpeg' });
    await caller.call(saveSettings, { ...form, logo: logo.id });
    const other = server.as(await server.anAdmin({ client }));
    expect((await other.call(saveSettings, form)).logo?._id).toBe(logo.id);
    expect((await other.call(saveSettings, { ...form, logo: logo.id })).logo?._id).toBe(logo.id);
    expect(server.jobs.removedFiles).not.toContain(logo.storageKey);
  });

  test('cannot be another type of file or someone else’s, and nothing is saved then', async () => {
    const { client, admin, caller } = await aNewClient();
    const paper = await server.aFile(admin);
    const theirs = await server.aFile(await server.aStudent({ client }), { contentType: 'image/jpeg' });
    for (const logo of [paper.id, theirs.id, randomUUID()])
      expect(await caller.call(saveSettings, { ...form, logo })).toEqual({ message: 'fail' });
    expect(await caller.call(getSettings, {})).toEqual([]);
    expect(await auditedIn(client)).toEqual([]);
  });
});

describe('completing the settings', () => {
  test('requires an entry in each of the five lists, and is recorded once', async () => {
    const { client, caller, complete } = await aNewClient();
    await caller.call(saveSettings, complete);
    await server.db.delete(schools).where(eq(schools.clientId, client.id));
    const early = await caller.refusal(setSettingsAsComplete, {});
    expect([early.status, early.problem.detail]).toEqual([
      409,
      'There are no schools or evaluation questions yet.',
    ]);
    expect(await caller.call(getSettings, {})).toMatchObject({ is_complete: false });

    const clientId = client.id;
    await server.db.insert(schools).values({ clientId, name: 'Bay High', type: 'High', ordinal: 1 });
    await server.db.insert(evaluationQuestions).values({ clientId, questionText: 'Well?', ordinal: 1 });
    expect(await caller.call(setSettingsAsComplete, {})).toMatchObject({ is_complete: true, ...shown });
    await caller.call(setSettingsAsComplete, {});
    const completed = (await auditedIn(client)).filter(({ details }) =>
      JSON.stringify(details).includes('complete'),
    );
    expect(completed).toHaveLength(1);
  });

  test('requires saved settings', async () => {
    const { caller } = await aNewClient();
    const { status, problem } = await caller.refusal(setSettingsAsComplete, {});
    expect([status, problem.detail]).toEqual([409, 'There are no site settings yet.']);
  });
});
