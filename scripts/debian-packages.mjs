// Installs from Debian what checks and scans need. Runs before anything is installed, so it must import only Node's own
// modules.
import { existsSync } from 'node:fs';
import { run } from './stages.mjs';

/** Whether this is Debian or a system built on it. */
export const hasApt = existsSync('/usr/bin/apt-get');

/**
 * Installs each package whose path does not exist. If it may not, prints what to install, or what else to do, and
 * exits.
 */
export async function installFromDebian(packages, orElse = '') {
  const missing = Object.entries(packages)
    .filter(([path]) => !existsSync(path))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  if (!hasApt || process.getuid?.() !== 0) {
    const whatToDo = [`sudo apt-get install ${missing.join(' ')}`, ...(orElse ? [orElse] : [])].join(', ');
    console.error(`Packages of Debian are missing: ${whatToDo}.`);
    process.exit(1);
  }
  await runOrExit('look up packages', 'apt-get', ['update', '-qq']);
  await runOrExit(`install ${missing.join(' and ')}`, 'apt-get', [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...missing,
  ]);
}

/** Runs a command that everything after it needs. Exits if it fails. */
export async function runOrExit(name, command, args) {
  if ((await run(name, command, args)) === 0) return;
  console.error(`Could not ${name}: see the output above.`);
  process.exit(1);
}
