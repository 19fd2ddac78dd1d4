// `npm run dev`: the server and the web app from source, with the demo. Both reload when a file changes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PORT = process.env.PORT ?? '3000';
const WEB = 'http://localhost:5173';

const children = [
  start('tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], {
    PORT,
    // The browser connects to Vite, which proxies calls, so their origin is that of Vite.
    PUBLIC_URL: WEB,
  }),
  start('vite', ['web', '--port', '5173', '--strictPort'], {
    WAYPOST_SERVER: `http://127.0.0.1:${PORT}`,
  }),
];
console.log(`Open ${WEB} once the server is running.`);

let isEnding = false;
for (const child of children) child.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);

/** Stops both when either exits, and on Ctrl-C. */
function end() {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
}

/** Runs a package's program directly, because npx would not forward signals. */
function start(program, args, environment) {
  const script = join(root, 'node_modules', '.bin', program);
  return spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
}
