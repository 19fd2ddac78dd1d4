import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from '../messages/collect.ts';
import { literalsIn } from '../messages/literals.ts';

/**
 * What the server prints for its operator, and the demo's fictional places, people and their texts. The demo's lists,
 * questions and resources have their own Spanish (docs/behavior/database.md#demo).
 */
const noScreens =
  /^server\/src\/(demo\/|programs\/|platform\/(archive\/|database\/|outside\/(bay-zips|file-store|geocoder|mail|zip-table)\.ts)|serving\/(listen|metrics|open-database|open-services|terminal)\.ts|people\/second-factor\/by-operator\.ts|(config|main)\.ts)/;

/** The headers and examples of import files, which must be recognized again, and the names of the states. */
const sameInEveryLanguage = /^contract\/src\/(oversight\/imports\/rules|states)\.ts$/;

/** Values on the wire and in the database. `wireName` and similar functions show them. */
const onTheWire = [
  'Wrong Name/PW',
  'User Exists',
  'Already Exists',
  'School Exists',
  'Auto Applied',
  'Interview Scheduled',
  'Not Approved',
  'Ever Applied',
  'Ever Placed',
  'On Pace',
  'Ever Completed',
  'Not Applied',
  'Full Year',
  'Open positions',
  'Pending applicants',
  'Phone call',
  'In person',
  'Video call',
  'Text message',
  'Not Applicable',
  'Needs Improvement',
  'Highly Effective',
  'Foster parent',
  'Legal guardian',
  'Other relative',
  'Awaiting Approval',
  'Not Started',
  'No Submissions',
];

const exceptions: Record<string, string> = {
  'Language / Idioma': 'in both languages, for people who cannot read the current one',
  'Not found': 'for programs: a browser gets a page',
  'This part of Waypost is for people who are logged in.':
    'a fault of ours, which the screen in its place words',
  'index.html has no place for Waypost.': 'a fault of ours, before there is anything to show it in',
  'The page is of another version.': 'for the browser, which tries again later',
  '… changes something, so its COMMIT has to be awaited': 'a fault of ours',
};

test('every text of the product that people see is in the catalog', () => {
  const found = sources()
    .filter((file) => !noScreens.test(file) && !sameInEveryLanguage.test(file))
    .flatMap((file) =>
      literalsIn(file, readFileSync(join(root, file), 'utf8')).map((literal) => ({ ...literal, file })),
    )
    .filter(({ text }) => !onTheWire.includes(text) && !Object.hasOwn(exceptions, text))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);
  expect(found).toEqual([]);
});

test.each([
  ['text in JSX', '<p>Save hours</p>'],
  ['a choice in JSX', "<p>{isNew ? 'add' : t('Edit')}</p>"],
  ['a template in JSX', '<p>{`of it`}</p>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  ['the second line of a cell', '<Two first={open} second={`of ${all}`} />'],
  ['a spoken attribute', '<input aria-label="Name" />'],
  ['a choice in an attribute', "<Part title={isNew ? 'New' : t('Old')} />"],
  ['a notice', "notify.success('saved it')"],
  ['a refusal', "refuse('conflict', 'there is none')"],
  ['what a dialog says', "throw new Error('not saved')"],
  ['a quotation', "problems.push('“Elsewhere High” is not on the list')"],
  ['a label before a colon', "problems.push('Email: another account has this email')"],
  ['a label in a table', "const label = { one: 'Save hours' };"],
])('finds %s', (_, code) => {
  expect(literalsIn('web/src/placements/hours/Part.tsx', code)).toHaveLength(1);
});

test.each([
  '<T m="Read the <a>terms</a>" a={<a href="/terms" />} />',
  '<p className="Card wide">{t(\'Save hours\')}</p>',
  "const label = msg('Save hours');",
  "if (status === 'Interview Scheduled') refuse('not-found');",
  "const words: Record<'Full Year', string> = { 'Full Year': t('Full Year') };",
])('does not report %s', (code) => {
  expect(literalsIn('web/src/placements/hours/Part.tsx', code)).toEqual([]);
});
