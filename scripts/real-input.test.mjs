import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..', 'web');

/** Synthetic input, which can reach elements that no person could press, and module mocks. */
const madeUp = [
  /\bfireEvent\b/,
  /\bdispatchEvent\b/,
  /@testing-library\/user-event/,
  /\.(click|requestSubmit)\(\)/,
  /\bcreateEvent\b/,
  // Selects an option by script. `choose` uses the keyboard instead.
  /\.selectOptions\(/,
  // A mocked module stays mocked for later test files on the same page.
  /\bvi\.(do)?[mM]ock\(/,
];

const breaches = (text) => madeUp.filter((way) => way.test(text)).map(String);

const files = ['src', 'components', 'testing']
  .flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) || file.startsWith('testing'))
  // Runs outside the browser; its clicks use the browser's real pointer.
  .filter((file) => file !== join('testing', 'commands.ts'));

test('screen tests use only the browser’s own pointer and keyboard', () => {
  expect(files.length).toBeGreaterThan(60);
  const found = files
    .map((file) => [file, breaches(readFileSync(join(web, file), 'utf8'))])
    .filter(([, ways]) => ways.length > 0);
  expect(found).toEqual([]);
});

test('journeys use only the browser’s own pointer and keyboard', () => {
  const folder = join(web, '..', 'e2e');
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(all.length).toBeGreaterThan(30);
  // Their `click` is the real pointer, except within the page or by force.
  const ways = [/\bdispatchEvent\b/, /\bforce: true\b/, /\bevaluate\w*\([^;]*\.click\(\)/];
  const read = (file) =>
    readFileSync(join(folder, file), 'utf8').replace(/recursive: true, force: true/g, '');
  expect(all.filter((file) => ways.some((way) => way.test(read(file))))).toEqual([]);
});

test('server tests mock no module, because they share the modules', () => {
  const folder = join(web, '..', 'server', 'src');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  expect(tests.length).toBeGreaterThan(100);
  const mocking = /\bvi\.(do)?[mM]ock\(/;
  expect(tests.filter((file) => mocking.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});

test.each([
  "import { fireEvent, screen } from '@testing-library/dom';",
  "window.dispatchEvent(new Event('scroll'));",
  "import { userEvent } from '@testing-library/user-event';",
  "screen.getByRole('button').click();",
  'button?.click();',
  'form.requestSubmit();',
  'createEvent.click(button);',
  "userEvent.selectOptions(list, 'Fall');",
  "vi.mock('../ui/LeafletMap.tsx');",
])('rejects %s', (line) => {
  expect(breaches(line)).not.toEqual([]);
});

test.each([
  "await userEvent.click(screen.getByRole('button'));",
  "await userEvent.choose(list, 'Fall');",
  'const onClick = vi.fn();',
])('accepts %s', (line) => {
  expect(breaches(line)).toEqual([]);
});
