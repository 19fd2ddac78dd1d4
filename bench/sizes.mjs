// What a browser loads before a screen shows: every script that its chunk and the entry import statically,
// gzipped. Leaves out what is loaded on demand (the map, the editor, charts).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = resolve(import.meta.dirname, '../web/dist');
const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8'));

/** The maximum in kB of gzipped script. A form includes the validator, and no screen may exceed this. */
const LIMIT = 250;
/** What a visitor opens. Every other screen is counted together with the shell for members. */
const LIMITS = {
  'landing/LandingScreen': 150,
  'accounts/LoginScreen': 150,
  // Without a form, so without the validator, which would add 25 kB.
  'browse/BrowseScreen': 180,
  'opportunities/ManageScreen': 180,
};

const kilobytes = (file) => gzipSync(readFileSync(resolve(dist, file)), { level: 9 }).length / 1000;

function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) filesOf(next, seen);
  return seen;
}

const nameOf = (key) => key.replace(/^src\//, '').replace(/\.tsx$/, '');
const limitOf = (key) => LIMITS[nameOf(key)] ?? LIMIT;

const sum = (keys, pick) =>
  [...new Set(keys.flatMap((key) => pick(manifest[key])))].reduce((all, file) => all + kilobytes(file), 0);

const start = [...filesOf('index.html')];
// Loaded on demand, but by every screen of a signed-in user.
const member = ['MemberNavigation', 'MemberBottomBar'].flatMap((name) => [
  ...filesOf(`src/app/shell/${name}.tsx`),
]);
const screens = Object.keys(manifest).filter(
  (key) => /Screen\.tsx$/.test(key) && manifest[key].isDynamicEntry,
);
const rows = [
  ['(the start alone)', start],
  ...screens
    .sort()
    .map((key) => [key, [...start, ...(limitOf(key) === LIMIT ? member : []), ...filesOf(key)]]),
];

let over = 0;
console.log('kB gzip'.padEnd(50), 'script'.padStart(8), 'style'.padStart(8), 'limit'.padStart(8));
for (const [key, keys] of rows) {
  const name = nameOf(key);
  const script = sum(keys, (chunk) => [chunk.file]);
  const style = sum(keys, (chunk) => chunk.css ?? []);
  const limit = limitOf(key);
  if (script > limit) over += 1;
  const marks = script > limit ? ' over' : '';
  console.log(
    name.padEnd(50),
    script.toFixed(1).padStart(8),
    style.toFixed(1).padStart(8),
    `${limit}`.padStart(8) + marks,
  );
}
if (over > 0) {
  console.error(`${over} of ${rows.length} load more than they may.`);
  process.exitCode = 1;
}
