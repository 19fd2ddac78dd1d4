// `npm run check`: style, types and unused code, without running any test.
import { pathToFileURL } from 'node:url';
import { runTogether } from './stages.mjs';

/** `[name, command, args]`, slowest first, so that all cores finish at about the same time. */
export const checksOfSources = [
  ['types of web', 'npx', ['tsc', '-p', 'web']],
  ['types of server', 'npx', ['tsc', '-p', 'server']],
  ['style and import law', 'npx', ['biome', 'ci', '.']],
  ['types of bench', 'npx', ['tsc', '-p', 'bench']],
  ['nothing unused', 'npx', ['knip']],
  ['types of e2e', 'npx', ['tsc', '-p', 'e2e']],
  ['types of the embedded database', 'npx', ['tsc', '-p', 'embedded-database']],
  ['types of contract', 'npx', ['tsc', '-p', 'contract']],
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ended = await runTogether('style, types and nothing unused', checksOfSources);
  process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
}
