// What a browser loads before a screen shows: every script and style that its chunk and the entry import statically,
// gzipped. What is loaded on demand (the map, the editor, charts), fonts, pictures and pages have a limit per file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = resolve(import.meta.dirname, '../web/dist');
const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8'));

/** The maximum in kB of gzipped script. A form includes the validator, and no screen may exceed this. */
const LIMIT = 250;
/** What a visitor opens. Every other screen is counted together with the shell for members. */
const LIMITS = {
  'platform/landing/LandingScreen': 153,
  'people/accounts/LoginScreen': 152,
  // Without a form, so without the validator, which would add 25 kB.
  'opportunities/browse/BrowseScreen': 184,
  'opportunities/opportunities/ManageScreen': 181,
};

/** The maximum in kB of gzipped styles of a screen. */
const STYLE_LIMIT = 28;
/** The maximum in kB of one file of each kind, as it is sent: text gzipped, fonts and pictures as they are. */
const FILE_LIMITS = {
  script: 155,
  'map of a state': 17,
  style: 9,
  font: 94,
  picture: 40,
  page: 28,
  other: 10,
};
/** Files above this size in kB are listed, whatever their limit. */
const LARGE = 60;

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
const unknown = Object.keys(LIMITS).filter((name) => !screens.some((key) => nameOf(key) === name));
if (unknown.length > 0)
  throw new Error(`No screen has this name, so its limit counts for nothing: ${unknown.join()}`);
const rows = [
  ['(the start alone)', start],
  ...screens
    .sort()
    .map((key) => [key, [...start, ...(limitOf(key) === LIMIT ? member : []), ...filesOf(key)]]),
];

let over = 0;
const numbers = (...all) => all.map((one) => `${one}`.padStart(8)).join(' ');
console.log('kB gzip'.padEnd(50), numbers('script', 'limit', 'style', 'limit'));
for (const [key, keys] of rows) {
  const name = nameOf(key);
  const script = sum(keys, (chunk) => [chunk.file]);
  const style = sum(keys, (chunk) => chunk.css ?? []);
  const limit = limitOf(key);
  const isOver = script > limit || style > STYLE_LIMIT;
  if (isOver) over += 1;
  const marks = isOver ? ' over' : '';
  console.log(name.padEnd(50), numbers(script.toFixed(1), limit, style.toFixed(1), STYLE_LIMIT) + marks);
}

const mapFiles = new Set(
  Object.entries(manifest)
    .filter(([key]) => key.includes('virtual:basemap/'))
    .map(([, { file }]) => file),
);
const kinds = { '.js': 'script', '.css': 'style', '.woff2': 'font', '.html': 'page' };
for (const extension of ['.png', '.svg', '.webp']) kinds[extension] = 'picture';
const kindOf = (file) => (mapFiles.has(file) ? 'map of a state' : (kinds[extname(file)] ?? 'other'));
const isCompressed = (file) => ['.woff2', '.png', '.webp'].includes(extname(file));

/** The files that a browser may load, relative to `dist`: without compressed copies and what only the server reads. */
function sentFiles(folder = '') {
  return readdirSync(join(dist, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.name.startsWith('.') || /\.(br|gz)$/.test(file) || file === 'pages.json') return [];
    return entry.isDirectory() ? sentFiles(file) : [file];
  });
}

const files = sentFiles()
  .map((file) => ({
    file,
    kind: kindOf(file),
    size: isCompressed(file) ? readFileSync(join(dist, file)).length / 1000 : kilobytes(file),
  }))
  .sort((one, other) => other.size - one.size);
console.log(`\n${'kB of one file, as sent'.padEnd(50)}`, numbers('files', 'largest', 'limit'));
for (const [kind, limit] of Object.entries(FILE_LIMITS)) {
  const own = files.filter((one) => one.kind === kind);
  // Files of this kind would count as another kind, with a larger limit.
  if (own.length === 0 && kind !== 'other') {
    console.error(`No file is a ${kind}: correct bench/sizes.mjs.`);
    process.exitCode = 1;
  }
  console.log(kind.padEnd(50), numbers(own.length, (own[0]?.size ?? 0).toFixed(1), limit));
}
const sources = new Map(Object.entries(manifest).map(([key, { file }]) => [file, basename(nameOf(key))]));
console.log(`\nAbove ${LARGE} kB, or over the limit of their kind:`);
for (const { file, kind, size } of files) {
  const isOver = size > FILE_LIMITS[kind];
  if (isOver) over += 1;
  const name = `${kind} ${file} ${sources.get(file) ?? ''}`;
  if (isOver || size > LARGE) console.log(name.padEnd(76), size.toFixed(1) + (isOver ? ' over' : ''));
}
if (over > 0) {
  console.error(`${over} screens or files are over their limit.`);
  process.exitCode = 1;
}
