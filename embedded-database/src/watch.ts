import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { bareEnvironment, under } from './account.ts';
import type { Cluster } from './postmaster.ts';

/** Watches our process, so that a database whose server was killed does not run forever. */
export interface Watch {
  dismiss(): void;
}

/**
 * The end of its input tells the shell that we are gone, whatever the cause. It then leaves time for another server to
 * take over the database, which writes its own name into the file, and otherwise shuts the database down. $1 the file,
 * $2 our name in it, $3 the cluster, $4 the seconds.
 */
const SCRIPT = `
read -r word && exit 0
waited=0
while :; do
  [ "$(cat "$1")" = "$2" ] || exit 0
  pid=$(head -n 1 "$3/postmaster.pid") && kill -0 "$pid" || exit 0
  [ "$waited" -lt "$4" ] || break
  sleep 1
  waited=$((waited + 1))
done
if [ "$(readlink "/proc/$pid/cwd")" = "$3" ]; then kill -INT "$pid"; exit 0; fi
case "$(ps -o command= -p "$pid")" in *"$3"*) kill -INT "$pid" ;; esac
`;

/** Starts the watch; `grace` is how many seconds a database may wait to be taken over. */
export async function startWatch(cluster: Cluster, grace: number): Promise<Watch> {
  // Windows has neither the shell nor the signal, so an orphan runs there until it is taken over.
  if (process.platform === 'win32') return { dismiss: () => undefined };
  const file = join(cluster.path, 'server');
  const name = randomUUID();
  await rm(file, { force: true });
  await writeFile(file, name, { mode: 0o644, flag: 'wx' });
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'waypost-watch', file, name, cluster.data, String(grace)], {
    ...under(cluster.account),
    cwd: '/',
    env: bareEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no watch, but everything else works.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return { dismiss: () => watcher.stdin.end('stop\n') };
}
