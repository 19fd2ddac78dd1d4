// `npm run access-docs`: writes what the documentation says about access from the access tables. That is docs/calls.csv,
// and in the handbook's tables of calls and screens the column of roles. A call or screen without a row gets one: what it
// does is its comment in calls.ts or above the screen's component, and its tests are those beside it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { screenAccess } from '../contract/src/access.ts';
import { allCalls } from '../contract/src/all-calls.ts';
import { callAccess } from '../contract/src/call-access.ts';
import { roles } from '../contract/src/roles.ts';
import { screens } from '../web/src/app/screens.ts';

/** The permitted roles, in the format of the handbook's tables. */
function whoMay(access) {
  if (access === 'anyone') return 'Anyone';
  if (access === 'visitor') return 'Visitors';
  const needs = (role) => (access[role] === 'session' ? role : `${role} (${access[role]})`);
  const byLink = access.link ? [`link (${access.link})`] : [];
  return [...roles.filter((role) => access[role]).map(needs), ...byLink].join(', ');
}

const subjectOfCall = ({ method, path }) => `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``;
const subjectOfScreen = (path) => `\`${path.replace(/\$(\w+)/g, '{$1}')}\``;

/** Each call and screen as the handbook names it, with who may use it and how to describe a new one. */
const subjects = [
  ...Object.entries(callAccess).map(([name, access]) => ({
    subject: subjectOfCall(allCalls[name]),
    who: whoMay(access),
    describe: (root) => describeCall(root, name),
  })),
  ...Object.entries(screenAccess).map(([path, access]) => ({
    subject: subjectOfScreen(path),
    who: whoMay(access),
    describe: (root) => describeScreen(root, path),
  })),
];

/** Each call and screen, as the handbook names it. */
export const callsAndScreens = subjects.map(({ subject }) => subject);

/** The text of the comment that ends right before this place in a source; empty if there is none. */
function commentBefore(source, at) {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** The page of a folder: named after the folder, or the one that describes its other calls or screens. */
const pageOf = (folder) => ({ directory: 'people', 'saved-search': 'browse' })[folder] ?? folder;

const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`);

function describeCall(root, name) {
  for (const file of filesIn(root, 'contract/src').filter((path) => basename(path) === 'calls.ts')) {
    const source = readFileSync(join(root, file), 'utf8');
    const at = source.search(new RegExp(String.raw`(?<=\n) {2}${name}: `));
    if (at < 0) continue;
    const folder = dirname(file).replace('contract', 'server');
    return {
      page: pageOf(basename(folder)),
      header: '| Call |',
      what: commentBefore(source, at),
      tests: filesIn(root, folder)
        .filter((test) => test.endsWith('.test.ts'))
        .filter((test) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, test), 'utf8')))
        .sort(),
    };
  }
  throw new Error(`No calls.ts defines ${name}.`);
}

function describeScreen(root, path) {
  const file = join('web/src', screens[path]);
  const source = readFileSync(join(root, file), 'utf8');
  const test = file.replace(/tsx$/, 'test.tsx');
  return {
    page: pageOf(basename(dirname(file))),
    header: '| Screen |',
    what: commentBefore(source, source.search(/export default /)),
    tests: existsSync(join(root, test)) ? [test] : [],
  };
}

/** Appends a row to the first table with this header. */
function withRow(page, markdown, header, row) {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(header));
  if (start < 0) throw new Error(`${page}.md has no table that starts with ${header}`);
  let end = start;
  while (lines[end]?.startsWith('|')) end += 1;
  lines.splice(end, 0, row);
  return lines.join('\n');
}

/** What a column of calls.csv says of a caller: nothing, `y`, or the standing that they need. */
const cell = (access, role) => {
  if (access === 'anyone') return 'y';
  const standing = role === undefined ? undefined : access[role];
  return standing === 'session' ? 'y' : (standing ?? '');
};

function csv() {
  const header = ['method', 'path', 'anonymous', ...roles.map((role) => role.toLowerCase()), 'link'];
  const rows = Object.entries(callAccess).map(([name, access]) => {
    const { method, path } = allCalls[name];
    return [
      method,
      path,
      cell(access, undefined),
      ...roles.map((role) => cell(access, role)),
      access === 'anyone' ? '' : (access.link ?? ''),
    ];
  });
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

/** What each file should say, by path. */
export function accessDocs(root) {
  const folder = join(root, 'docs', 'behavior');
  const pages = new Map(
    readdirSync(folder).map((page) => [basename(page, '.md'), readFileSync(join(folder, page), 'utf8')]),
  );
  for (const { subject, who, describe } of subjects) {
    const start = `| ${subject} | `;
    const found = [...pages].find(([, markdown]) => markdown.includes(`\n${start}`));
    if (found) {
      const [page, markdown] = found;
      const at = markdown.indexOf(`\n${start}`) + 1 + start.length;
      const rest = markdown.slice(markdown.indexOf(' | ', at));
      pages.set(page, markdown.slice(0, at) + who + rest);
      continue;
    }
    const { page, header, what, tests } = describe(root);
    if (!what || tests.length === 0)
      throw new Error(`${subject} is new: it needs a comment that says what it does, and a test beside it.`);
    const row = `${start}${who} | ${what} | ${tests.join('<br>')} |`;
    pages.set(page, withRow(page, pages.get(page) ?? '', header, row));
  }
  return {
    'docs/calls.csv': csv(),
    ...Object.fromEntries([...pages].map(([page, text]) => [`docs/behavior/${page}.md`, text])),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(import.meta.dirname, '..');
  for (const [file, text] of Object.entries(accessDocs(root))) {
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    writeFileSync(path, text);
    console.log(`Updated ${file}`);
  }
}
