// `npm run campaign -- walk-locale`: opens every screen in a pseudo-locale, then in Spanish, at 320 and 1440 pixels,
// and reports text that is not translated or does not fit. Arguments are passed to Playwright: `npm run
// campaign -- walk-locale -- -g student`.
import { spawn } from 'node:child_process';
import { commandOf } from './stages.mjs';

// Spanish comes last: its build has no pseudo-locale, so it remains valid as the product's build.
const codes = [await walk('pseudo', { PSEUDO_LOCALE: '1' }), await walk('es', {})];
process.exitCode = Math.max(...codes);

async function walk(language, environment) {
  const prepared = await run(process.execPath, ['scripts/prepare.mjs'], environment);
  const args = ['test', '--config', 'e2e', 'walk.spec', ...process.argv.slice(2)];
  return prepared || run(commandOf('playwright'), args, { ...environment, WALK: language });
}

function run(command, args, environment) {
  return new Promise((resolve) =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).on('close', (code) =>
      resolve(code ?? 1),
    ),
  );
}
