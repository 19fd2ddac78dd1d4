// `npm run check`: style, types and unused code, without running any test.
import { pathToFileURL } from 'node:url';
import { commandOf, runTogether } from './stages.mjs';

// With one checker: several compilers run at once, and each checker computes the types again.
const typesOf = (workspace) => [commandOf('tsc'), ['-p', workspace, '--checkers', '1']];

/** `[name, command, args]`, slowest first, so that all cores finish at about the same time. */
export const checksOfSources = [
  ['types of web', ...typesOf('web')],
  ['types of server', ...typesOf('server')],
  ['style and import law', commandOf('biome'), ['ci', '.']],
  ['types of bench', ...typesOf('bench')],
  ['nothing unused', commandOf('knip'), []],
  ['types of e2e', ...typesOf('e2e')],
  ['types of the embedded database', ...typesOf('embedded-database')],
  ['types of contract', ...typesOf('contract')],
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ended = await runTogether('style, types and nothing unused', checksOfSources);
  process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
}
