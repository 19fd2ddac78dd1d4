import type { Locator, Page } from '@playwright/test';
import { openFromEmail } from './from-email.ts';

/** A person on a phone. Counts every tap and every filled field; a field's count includes tapping into it. */
export class OnPhone {
  taps = 0;
  fields = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.tap();
  }

  /** Taps the first button or link with this name. */
  press(name: string | RegExp): Promise<void> {
    const { page } = this;
    return this.tap(page.getByRole('button', { name }).or(page.getByRole('link', { name })).first());
  }

  async fill(name: string, text: string): Promise<void> {
    this.fields += 1;
    const { page } = this;
    const field = page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name }));
    await field.tap();
    await field.fill(text);
  }

  /** Opens the link in the newest email that has a link and contains these words. */
  async openFromEmail(to: string, words: string): Promise<void> {
    this.taps += 1;
    await openFromEmail(this.page, to, words);
  }
}

/** The total taps and filled fields of these people. */
export const sumOf = (people: readonly OnPhone[]) =>
  people.reduce((sum, { taps, fields }) => ({ taps: sum.taps + taps, fields: sum.fields + fields }), {
    taps: 0,
    fields: 0,
  });
