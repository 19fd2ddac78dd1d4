import { fireEvent } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

/** Presses a button and chooses a file in the chooser that it opens, which no window here has. */
export async function chooseFile(button: HTMLElement, file: File): Promise<void> {
  let opened: HTMLInputElement | undefined;
  const chooser = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    opened = this;
  });
  await userEvent.click(button);
  chooser.mockRestore();
  if (!opened) throw new Error('No file chooser opened.');
  fireEvent.change(opened, { target: { files: [file] } });
}
