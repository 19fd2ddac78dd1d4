import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import { settle } from './screens.ts';

// Minified, because every screen parses it.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const ALL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/**
 * The rows of a list or table after its first five, which are built like them: checking all would take most of the time.
 * In the table of a list, each row with its details is a `tbody`.
 */
const LATER_ROWS =
  ':is(ul, ol, tbody, [role=list], [role=listbox]) > :nth-child(n + 6), tbody:nth-of-type(n + 6)';

/** Expects axe to find no faults on a page that has settled, in both color schemes. */
export async function scan(page: Page): Promise<void> {
  // A page that the app's router has changed still has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await setSticking(page, false);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The app follows a moment later, and fades its colors. Pages without scripts have no such attribute.
    const other = colorScheme === 'light' ? 'dark' : 'light';
    await page.waitForFunction((not) => document.documentElement.dataset.mantineColorScheme !== not, other);
    await settle(page);
    // The second scheme differs only in colors.
    const runOnly: RunOnly =
      colorScheme === 'dark' ? { type: 'rule', values: COLOR_RULES } : { type: 'tag', values: ALL_TAGS };
    expect(await faultsIn(page, runOnly), `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await setSticking(page, true);
}

/** What axe, once the page has loaded it, finds wrong: each rule with the elements that break it. */
function faultsIn(page: Page, runOnly: RunOnly): Promise<string[]> {
  return page.evaluate(
    async ({ runOnly, exclude }) => {
      const context = { include: [document], exclude: [exclude] };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly,
        // Also listing what passed would double the time.
        resultTypes: ['violations'],
        selectors: false,
        // Frames only show other sites.
        iframes: false,
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    },
    { runOnly, exclude: LATER_ROWS },
  );
}

/**
 * Sticky bars cover content that is scrolled behind them, so axe would report a half-covered button as too small.
 * People can scroll, so the scan places these bars in normal flow.
 */
async function setSticking(page: Page, sticks: boolean): Promise<void> {
  await page.evaluate((back) => {
    const attribute = 'data-unstuck';
    if (back) {
      for (const bar of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
        bar.style.removeProperty('position');
        bar.style.removeProperty('inset');
        bar.removeAttribute(attribute);
      }
      return;
    }
    for (const bar of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, bottom } = getComputedStyle(bar);
      const isBar = bottom !== 'auto' || !bar.closest('main');
      if (position !== 'sticky' || !isBar) continue;
      // Their own children are still positioned relative to them.
      bar.style.setProperty('position', 'relative');
      bar.style.setProperty('inset', 'auto');
      bar.setAttribute(attribute, '');
    }
  }, sticks);
}
