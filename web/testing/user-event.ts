import { userEvent as browser, commands, page } from 'vitest/browser';

export interface FileToChoose {
  name: string;
  type: string;
  base64: string;
}

export interface SavedFile {
  name: string;
  text: string;
}

const selectorOf = (element: Element) => page.elementLocator(element).selector;

/** Presses the middle of an element, as soon as it stands still with nothing over it. */
const click = (element: Element) => browser.click(seenOf(element));

/** What a person sees of an element: a choice with a label is pressed at its label. */
function seenOf(element: Element): Element {
  const isChoice = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);
  return (isChoice && element.labels?.[0]) || element;
}

/** Presses keys: `{Enter}` is one, `{Shift>}` holds one down, `{/Shift}` lets it go. */
const keyboard = (keys: string) => browser.keyboard(keys);

/** Clicks a field and types after what it holds. */
async function type(field: Element, keys: string): Promise<void> {
  await click(field);
  await keyboard(`{End}${keys}`);
}

/** Clicks a field and removes what it holds. */
async function clear(field: Element): Promise<void> {
  await click(field);
  await keyboard('{Control>}a{/Control}{Delete}');
}

/** Clicks a field and puts a text in place of what it holds, in one piece: for long forms and long texts. */
async function fill(field: Element, text: string): Promise<void> {
  await click(field);
  await keyboard('{Control>}a{/Control}');
  if (text === '') await keyboard('{Delete}');
  else await commands.insertText(text);
}

/** Opens a list of choices and takes one of them with the keyboard, by its words or its value. */
async function choose(list: Element, choice: string): Promise<void> {
  if (!(list instanceof HTMLSelectElement)) throw new Error('This is no list of choices.');
  const choices = [...list.options].filter(({ disabled }) => !disabled);
  const wanted = choices.findIndex(({ label, value }) => label === choice || value === choice);
  if (wanted < 0)
    throw new Error(`There is no choice "${choice}" among ${choices.map(({ label }) => label)}.`);
  await click(list);
  await keyboard(`{Home}${'{ArrowDown}'.repeat(wanted)}{Enter}`);
}

/** Clicks a button and chooses a file in the chooser that it opens. */
async function chooseFile(button: Element, file: File): Promise<void> {
  const base64 = await inBase64(file);
  await commands.chooseFile(selectorOf(button), { name: file.name, type: file.type, base64 });
}

function inBase64(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(`${reader.result}`.replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Clicks a button and gives the file that it saves. */
const saveFile = (button: Element) => commands.saveFile(selectorOf(button));

/** Goes on to what the keyboard reaches next. */
const tab = () => keyboard('{Tab}');

/** Clicks twice as fast as the browser can. */
const dblClick = (element: Element) => browser.dblClick(element);

/** Drags an element onto another. */
const drag = (element: Element, onto: Element) => commands.drag(selectorOf(element), selectorOf(onto));

/** Holds the mouse's button down over an element, until `release`. */
const hold = (element: Element) => commands.hold(selectorOf(element));
const release = () => commands.release();

/** A person at the browser: everything goes through its own pointer and keyboard. */
export const userEvent = {
  chooseFile,
  choose,
  clear,
  click,
  dblClick,
  drag,
  fill,
  hold,
  keyboard,
  release,
  saveFile,
  tab,
  type,
};
