// A temporary PostgreSQL server from Debian's package, for tests against a server other than the embedded one. It uses
// a temporary folder and a free port.
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = '/usr/lib/postgresql';

/** Starts the server and creates the database `waypost`, owned by a role that is not a superuser. */
export async function startServer() {
  const versions = readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a));
  const programs = join(PACKAGES, versions[0] ?? '', 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-debian-'));
  const account = accountFor(folder);
  const port = await freePort();
  const run = (program, args) => {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };

  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8', '--no-sync']);
  const settings = `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  run('pg_ctl', ['-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start']);
  const sql = (text) =>
    run('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-c', text]);
  sql('create role waypost login createdb createrole');
  sql('create database waypost owner waypost');
  return {
    url: `postgres://waypost@127.0.0.1:${port}/waypost`,
    stop: async () => {
      run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root runs it under the account that its package created. */
function accountFor(folder) {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const account = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, account.uid, account.gid);
  return account;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
