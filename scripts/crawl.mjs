// `npm run crawl`: presses every control of every screen, as each role, at three widths, by pointer and by
// keyboard. `npm run crawl -- --short` covers only the shell and one screen of three roles. Other arguments
// are passed to Playwright: `npm run crawl -- -g "student, at 390"`.
import { spawn } from 'node:child_process';
import { commandOf } from './stages.mjs';

const given = process.argv.slice(2);
const args = given.filter((each) => each !== '--short');
const child = spawn(commandOf('playwright'), ['test', '--config', 'e2e', 'crawler.spec', ...args], {
  stdio: 'inherit',
  env: { ...process.env, CRAWL: given.includes('--short') ? 'short' : 'full' },
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
