import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { settings } from '../../platform/database/tables/lists.ts';

const server = startTestServer();
const ask = (caller: ReturnType<typeof server.visitor>) => caller.call(settingsCalls.getSettings, {});

test('visitors and SuperAdmins see the platform’s, with the server’s configuration', async () => {
  const platform = {
    short_name: 'Waypost',
    full_name: 'Waypost',
    is_complete: true,
    logo: null,
    social_timeline_url: 'https://social.waypost.test/embed',
    map_tiles_url: 'https://tiles.waypost.test/{z}/{x}/{y}.png',
    demo: false,
    outbox: false,
  };
  expect(await ask(server.visitor())).toMatchObject(platform);
  expect(await ask(server.as(await server.aSuperAdmin()))).toMatchObject(platform);
});

test('every member of a school system sees its own', async () => {
  const [client] = [await server.aClient(), await server.aClient()];
  await server.db
    .update(settings)
    .set({ facebook: 'https://facebook.test/cbps' })
    .where(eq(settings.clientId, client.id));
  for (const user of [await server.aStudent({ client }), await server.aTeacher({ client })])
    expect(await ask(server.as(user))).toMatchObject({
      full_name: client.fullName,
      facebook: 'https://facebook.test/cbps',
    });
});

test('no reply contains the default password; Admins see whether there is one', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  expect(await ask(admin)).toMatchObject({ has_default_password: false });
  await server.db
    .update(settings)
    .set({ defaultPasswordHash: 'a hash' })
    .where(eq(settings.clientId, client.id));
  expect(await ask(admin)).toMatchObject({ has_default_password: true });
  const others = [
    server.as(await server.aStudent({ client })),
    server.as(await server.aBusiness({ client })),
    server.as(await server.aTeacher({ client })),
    server.visitor(),
  ];
  for (const other of others) expect(await ask(other)).toHaveProperty('has_default_password', null);
  for (const caller of [admin, ...others]) expect(await ask(caller)).toHaveProperty('default_password', null);
  for (const caller of [admin, ...others]) expect(JSON.stringify(await ask(caller))).not.toContain('a hash');
});

test('a logo is returned with its path', async () => {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  const logo = await server.aFile(admin, { name: 'logo.jpg', shelf: 'logo' });
  await server.db.update(settings).set({ logoFileId: logo.id }).where(eq(settings.clientId, client.id));
  expect(await ask(server.as(admin))).toMatchObject({
    logo: { _id: logo.id, path: `/files/${logo.id}/logo.jpg` },
  });
});

test('a school system without settings gets an empty reply', async () => {
  const client = await server.aClient();
  await server.db.delete(settings).where(eq(settings.clientId, client.id));
  expect(await ask(server.as(await server.anAdmin({ client })))).toEqual([]);
});
