import { page } from 'vitest/browser';

const USUAL = [1280, 900] as const;
let resized = false;

/** Makes the window so many pixels wide and high; the next test has the usual one again. */
export async function resizeWindow(width: number, height: number = USUAL[1]): Promise<void> {
  resized = true;
  await page.viewport(width, height);
}

export async function restoreWindow(): Promise<void> {
  if (resized) await page.viewport(...USUAL);
  resized = false;
}
