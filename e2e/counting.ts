import type { Locator, Page } from '@playwright/test';
import { openFromEmail } from './from-email.ts';

/** A person on a phone. Counts every tap and every filled field; a field's count includes tapping into it. */
export class OnPhone {
  taps = 0;
  fields = 0;
  readonly page: Page;
  protected readonly touch: 'tap' | 'click' = 'tap';

  constructor(page: Page) {
    this.page = page;
  }

  get actions(): number {
    return this.taps + this.fields;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target[this.touch]();
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
    await field[this.touch]();
    await field.fill(text);
  }

  async choose(name: string, option: string): Promise<void> {
    this.fields += 1;
    await this.page.getByRole('combobox', { name, exact: true }).selectOption(option);
  }

  /** Opens the link in the newest email that has a link and contains these words. */
  async openFromEmail(to: string, words: string): Promise<void> {
    this.taps += 1;
    await openFromEmail(this.page, to, words);
  }
}

/** The same for a person at a desk, who clicks instead of tapping. */
export class AtDesk extends OnPhone {
  protected override readonly touch = 'click';
}

/** The total taps and filled fields of these people. */
export const sumOf = (people: readonly OnPhone[]) =>
  people.reduce((sum, { taps, fields }) => ({ taps: sum.taps + taps, fields: sum.fields + fields }), {
    taps: 0,
    fields: 0,
  });
