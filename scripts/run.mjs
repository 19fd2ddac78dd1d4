// Runs every npm script: `node scripts/run.mjs [--install | --build] program [arguments]`. First it checks Node; with
// `--install`, it installs the packages in the lockfile, and with `--build`, it also builds. The program is one of our files,
// or the command of an installed package. npm's own `prestart` would not do: npm skips it if a person's settings have
// `ignore-scripts`. Old versions of Node must be able to read this file, to refuse it.
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
await prepare(words[0].startsWith('--') ? words.shift() : undefined);

const [name, ...args] = words;
const program = /\.m?js$/.test(name)
  ? resolve(root, name)
  : realpathSync(join(root, 'node_modules', '.bin', name));
// In this process, so that signals, the exit code and the terminal are the program's.
process.argv.splice(1, process.argv.length, program, ...args);
await import(pathToFileURL(program).href);
