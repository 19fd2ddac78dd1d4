import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BrowserCommand } from 'vitest/node';
import type { FileToChoose, SavedFile } from './user-event.ts';

/** The files that tests chose, until the runner ends. */
let chosen: string | undefined;

function folderOfChosen(): string {
  if (chosen) return chosen;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-chosen-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chosen = folder;
  return folder;
}

/** Writes a file to a folder of its own, because passing a large one to the browser in any other way takes seconds. */
async function onDisk({ name, gzip }: FileToChoose): Promise<string> {
  const path = join(await mkdtemp(join(folderOfChosen(), 'file-')), name);
  await writeFile(path, gunzipSync(Buffer.from(gzip, 'base64')));
  return path;
}

/** Clicks a button and passes a file to the file chooser that opens. */
const chooseFile: BrowserCommand<[button: string, file: FileToChoose]> = async (
  { page, iframe },
  button,
  file,
) => {
  const path = await onDisk(file);
  const opening = page.waitForEvent('filechooser');
  await iframe.locator(button).click();
  await (await opening).setFiles(path);
};

/** Drags a file from outside the browser onto an element and drops it. */
const dropFile: BrowserCommand<[onto: string, file: FileToChoose]> = async (
  { page, iframe, context },
  onto,
  file,
) => {
  const there = await iframe.locator(onto).boundingBox();
  if (!there) throw new Error('There is no place to drop it at.');
  const path = await onDisk(file);
  const browser = await context.newCDPSession(page);
  const at = { x: there.x + there.width / 2, y: there.y + there.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  await browser.detach();
};

/** Clicks a button and reads the downloaded file. */
const saveFile: BrowserCommand<[button: string]> = async ({ page, iframe }, button): Promise<SavedFile> => {
  const saving = page.waitForEvent('download');
  await iframe.locator(button).click();
  const download = await saving;
  const parts = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') };
};

/** Presses the mouse button over an element and keeps it down. */
const hold: BrowserCommand<[element: string]> = async ({ page, iframe }, element) => {
  await iframe.locator(element).hover();
  await page.mouse.down();
};

/** Drags an element onto another in a straight line. */
const drag: BrowserCommand<[element: string, onto: string]> = async ({ page, iframe }, element, onto) => {
  const there = await iframe.locator(onto).boundingBox();
  if (!there) throw new Error('There is no place to drop it at.');
  await iframe.locator(element).hover();
  await page.mouse.down();
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2, { steps: 20 });
  await page.mouse.up();
};

const release: BrowserCommand = ({ page }) => page.mouse.up();

/** Inserts text at the cursor in one step, like pasting. */
const insertText: BrowserCommand<[text: string]> = ({ page }, text) => page.keyboard.insertText(text);

/** Shows the page as it would be printed, or as on a screen again. */
const showFor: BrowserCommand<[media: 'print' | 'screen']> = ({ page }, media) =>
  page.emulateMedia({ media });

/** Browser actions that `vitest/browser` does not offer. They run outside the browser. */
export const commands = { chooseFile, drag, dropFile, hold, insertText, release, saveFile, showFor };

declare module 'vitest/browser' {
  interface BrowserCommands {
    chooseFile: (button: string, file: FileToChoose) => Promise<void>;
    drag: (element: string, onto: string) => Promise<void>;
    dropFile: (onto: string, file: FileToChoose) => Promise<void>;
    hold: (element: string) => Promise<void>;
    insertText: (text: string) => Promise<void>;
    release: () => Promise<void>;
    saveFile: (button: string) => Promise<SavedFile>;
    showFor: (media: 'print' | 'screen') => Promise<void>;
  }
}
