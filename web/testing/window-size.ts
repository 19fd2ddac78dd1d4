import { page } from 'vitest/browser';

const USUAL = [1280, 900] as const;
let resized = false;

/** Resizes the window to this many pixels. The size is reset for the next test. */
export async function resizeWindow(width: number, height: number = USUAL[1]): Promise<void> {
  resized = true;
  await page.viewport(width, height);
}

export async function restoreWindow(): Promise<void> {
  if (resized) await page.viewport(...USUAL);
  resized = false;
}
