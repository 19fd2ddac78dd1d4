import { vi } from 'vitest';
import { userEvent as browser, commands, page } from 'vitest/browser';

export interface FileToChoose {
  /** Its extension determines the type that the browser reports. */
  name: string;
  /** Its content, compressed and then in base64: a large file would take seconds to reach the runner. */
  gzip: string;
}

export interface SavedFile {
  name: string;
  text: string;
}

const selectorOf = (element: Element) => page.elementLocator(element).selector;

/** Presses the center of an element once it is stable and uncovered. */
const click = (element: Element, options?: Parameters<typeof browser.click>[1]) =>
  browser.click(seenOf(element), options);

/** The visible part of an element: for a labeled checkbox or radio, its label. */
function seenOf(element: Element): Element {
  const isChoice = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);
  return (isChoice && element.labels?.[0]) || element;
}

/** Moves the pointer onto an element. */
const hover = (element: Element) => browser.hover(element);

/** Presses keys: `{Enter}` is one key, `{Shift>}` holds one down, `{/Shift}` releases it. */
const keyboard = (keys: string) => browser.keyboard(keys);

/** Clicks a field and types at the end of its text. */
async function type(field: Element, keys: string): Promise<void> {
  await click(field);
  await keyboard(`{End}${keys}`);
}

/** Clicks a field and clears it. */
async function clear(field: Element): Promise<void> {
  await click(field);
  await keyboard('{Control>}a{/Control}{Delete}');
}

/** Clicks a field and replaces its text in one step, for long forms and long texts. */
async function fill(field: Element, text: string): Promise<void> {
  await click(field);
  await keyboard('{Control>}a{/Control}');
  if (text === '') await keyboard('{Delete}');
  else await commands.insertText(text);
}

/**
 * Records the last text the page copies; call it before. Pasting would not do: all pages of the browser have one
 * clipboard, and test files run side by side.
 */
export function recordCopied(): () => string | undefined {
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  return () => write.mock.lastCall?.[0];
}

/** Opens a select and chooses an option with the keyboard, by its text or value. */
async function choose(list: Element, choice: string): Promise<void> {
  if (!(list instanceof HTMLSelectElement)) throw new Error('This is no list of choices.');
  const choices = [...list.options].filter(({ disabled }) => !disabled);
  const wanted = choices.findIndex(({ label, value }) => label === choice || value === choice);
  if (wanted < 0)
    throw new Error(`There is no choice "${choice}" among ${choices.map(({ label }) => label)}.`);
  await click(list);
  await keyboard(`{Home}${'{ArrowDown}'.repeat(wanted)}{Enter}`);
}

/** Clicks a button and chooses a file in the file chooser that opens. */
async function chooseFile(button: Element, file: File): Promise<void> {
  await commands.chooseFile(selectorOf(button), await toChoose(file));
}

/** Drops a file from outside the browser. */
async function dropFile(onto: Element, file: File): Promise<void> {
  await commands.dropFile(selectorOf(onto), await toChoose(file));
}

async function toChoose(file: File): Promise<FileToChoose> {
  const compressed = new Response(file.stream().pipeThrough(new CompressionStream('gzip')));
  const bytes = new Uint8Array(await compressed.arrayBuffer());
  return { name: file.name, gzip: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

/** Clicks a button and returns the downloaded file. */
const saveFile = (button: Element) => commands.saveFile(selectorOf(button));

/** Moves the focus to the next Tab stop. */
const tab = () => keyboard('{Tab}');

/** Double-clicks as fast as the browser can. */
const dblClick = (element: Element) => browser.dblClick(element);

/** Drags an element onto another. */
const drag = (element: Element, onto: Element) => commands.drag(selectorOf(element), selectorOf(onto));

/** Presses the mouse button over an element, and keeps it down until `release`. */
const hold = (element: Element) => commands.hold(selectorOf(element));
const release = () => commands.release();

/** Simulates a user with the browser's own pointer and keyboard. */
export const userEvent = {
  chooseFile,
  choose,
  clear,
  click,
  hover,
  dblClick,
  drag,
  dropFile,
  fill,
  hold,
  keyboard,
  release,
  saveFile,
  tab,
  type,
};
