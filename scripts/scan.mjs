// `npm run scan`: attacks the built product with wapiti, sqlmap and slowhttptest. `npm run scan -- --planted` proves
// that they find faults planted in a copy. Other arguments are listed in bench/scan/main.ts.
import { installFromDebian, runOrExit } from './debian-packages.mjs';
import { commandOf, run } from './stages.mjs';

await installFromDebian({
  '/usr/bin/wapiti': 'wapiti',
  '/usr/bin/sqlmap': 'sqlmap',
  '/usr/bin/slowhttptest': 'slowhttptest',
});
await runOrExit('install and build', 'node', ['scripts/prepare.mjs']);
process.exitCode = await run('scan', commandOf('tsx'), ['bench/scan/main.ts', ...process.argv.slice(2)]);
