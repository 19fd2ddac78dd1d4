import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { files } from '../../platform/database/tables/files.ts';
import { settings } from '../../platform/database/tables/lists.ts';

const server = startTestServer();
const { saveSettings } = settingsCalls;

const form = {
  short_name: 'CBPS',
  full_name: 'Chesapeake Bay Public Schools',
  phone_number: '(410)555-0100',
  default_password: 'harbor lights 2020',
  facebook: '',
  twitter: '',
  snapchat: '',
  instagram: '',
};

/** An Admin with a logo and another picture. */
async function anAdminWithLogo() {
  const admin = await server.anAdmin();
  const [logo, next] = [
    await server.aFile(admin, { contentType: 'image/jpeg' }),
    await server.aFile(admin, { contentType: 'image/jpeg' }),
  ];
  await server.as(admin).call(saveSettings, { ...form, logo: logo.id });
  return { admin, logo, next };
}

/** Sends both once a row is locked, one after the other; both then wait for it or for each other. */
async function inOrder(locking: string, id: string, ...send: (() => Promise<Response>)[]) {
  const blocker = await server.database.owner.connect();
  try {
    await blocker.query('begin');
    await blocker.query(locking, [id]);
    const replies: Promise<Response>[] = [];
    for (const one of send) {
      replies.push(one());
      await untilLockWait(server.database.owner, replies.length);
    }
    await blocker.query('commit');
    return await Promise.all(replies);
  } finally {
    blocker.release(true);
  }
}

/** The logo, and the files that exist. */
async function kept({ clientId }: { clientId: string }) {
  const [row] = await server.db.select().from(settings).where(eq(settings.clientId, clientId));
  const rows = await server.db.select().from(files).where(eq(files.clientId, clientId));
  return { logo: row?.logoFileId, files: rows.map(({ id }) => id) };
}

const SETTINGS = 'select from settings where client_id = $1 for update';
const FILE = 'select from files where id = $1 for update';

test('saving the former logo while another Admin replaces it fails, and the new one stays', async () => {
  for (let round = 0; round < rounds(3); round++) {
    const { admin, logo, next } = await anAdminWithLogo();
    const other = await server.anAdmin({ clientId: admin.clientId });
    const [replaced, saved] = await inOrder(
      SETTINGS,
      admin.clientId,
      () => server.as(admin).send(saveSettings, { ...form, logo: next.id }),
      () => server.as(other).send(saveSettings, { ...form, logo: logo.id }),
    );
    expect([replaced?.status, saved?.status]).toEqual([200, 200]);
    expect(await saved?.json()).toEqual({ message: 'fail' });
    expect(await kept(admin)).toEqual({ logo: next.id, files: [next.id] });
  }
});

test('of two Admins who choose a logo at once, the second chooses it, and no other file is left', async () => {
  for (let round = 0; round < rounds(3); round++) {
    const { admin, next } = await anAdminWithLogo();
    const other = await server.anAdmin({ clientId: admin.clientId });
    const last = await server.aFile(other, { contentType: 'image/jpeg' });
    const replies = await inOrder(
      SETTINGS,
      admin.clientId,
      () => server.as(admin).send(saveSettings, { ...form, logo: next.id }),
      () => server.as(other).send(saveSettings, { ...form, logo: last.id }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept(admin)).toEqual({ logo: last.id, files: [last.id] });
  }
});

/** An Admin deletes the upload in one browser and chooses it as the logo in another, in this order. */
async function deleteAndChoose(first: 'delete' | 'choose') {
  const { admin, logo, next } = await anAdminWithLogo();
  const both = [
    () => server.as(admin).send(fileCalls.deleteFile, { file_id: next.id }),
    () => server.as(admin).send(saveSettings, { ...form, logo: next.id }),
  ];
  const replies = await inOrder(FILE, next.id, ...(first === 'delete' ? both : both.toReversed()));
  return { admin, logo, next, replies };
}

test('an upload that is being deleted cannot become the logo', async () => {
  for (let round = 0; round < rounds(3); round++) {
    const { admin, logo, replies } = await deleteAndChoose('delete');
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await replies[1]?.json()).toEqual({ message: 'fail' });
    expect(await kept(admin)).toEqual({ logo: logo.id, files: [logo.id] });
  }
});

test('an upload that is becoming the logo cannot be deleted', async () => {
  for (let round = 0; round < rounds(3); round++) {
    const { admin, next, replies } = await deleteAndChoose('choose');
    expect(replies.map(({ status }) => status)).toEqual([200, 404]);
    expect(await kept(admin)).toEqual({ logo: next.id, files: [next.id] });
  }
});
