// `npm run check`: style, types and unused code, without running any test.
import { pathToFileURL } from 'node:url';
import { runTogether } from './stages.mjs';

// With one checker: several compilers run at once, and each checker computes the types again.
const typesOf = (workspace) => ['tsc', '-p', workspace, '--checkers', '1'];

/** `[name, command, args]`, slowest first, so that all cores finish at about the same time. */
export const checksOfSources = [
  ['types of web', 'npx', typesOf('web')],
  ['types of server', 'npx', typesOf('server')],
  ['style and import law', 'npx', ['biome', 'ci', '.']],
  ['types of bench', 'npx', typesOf('bench')],
  ['nothing unused', 'npx', ['knip']],
  ['types of e2e', 'npx', typesOf('e2e')],
  ['types of the embedded database', 'npx', typesOf('embedded-database')],
  ['types of contract', 'npx', typesOf('contract')],
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ended = await runTogether('style, types and nothing unused', checksOfSources);
  process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
}
