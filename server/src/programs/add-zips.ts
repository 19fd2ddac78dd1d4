import { readFile } from 'node:fs/promises';
import { ConfigError, loadConfig } from '../config.ts';
import { addZips } from '../platform/outside/zip-table.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  fail(
    'Usage: npm run zips -- <file>, the unpacked ZIP gazetteer of the Census Bureau (2024_Gaz_zcta_national.txt).',
  );
} else {
  try {
    const count = await addZips(await readFile(path, 'utf8'), loadConfig().dataDir);
    console.log(`${count} ZIP codes are known from the next start on.`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    fail(error instanceof ConfigError ? error.problems.join('\n') : error.message);
  }
}

function fail(sentence: string) {
  console.error(sentence);
  process.exitCode = 1;
}
