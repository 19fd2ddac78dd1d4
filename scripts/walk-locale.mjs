// `npm run walk:locale`: shows every screen in the made-up language, then in Spanish, at 320 and 1440 pixels, and reports what is
// not translated or has no room. Arguments are passed to Playwright: `npm run walk:locale -- -g student`.
import { spawn } from 'node:child_process';

// The Spanish one comes last: the build that stays is the product's.
const codes = [await walk('pseudo', { PSEUDO_LOCALE: '1' }), await walk('es', {})];
process.exitCode = Math.max(...codes);

async function walk(language, environment) {
  const prepared = await run(process.execPath, ['scripts/prepare.mjs'], environment);
  const args = ['playwright', 'test', '--config', 'e2e', 'walk.spec', ...process.argv.slice(2)];
  return prepared || run('npx', args, { ...environment, WALK: language });
}

function run(command, args, environment) {
  return new Promise((resolve) =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).on('close', (code) =>
      resolve(code ?? 1),
    ),
  );
}
