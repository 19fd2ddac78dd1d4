import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

test.each([
  ['a wide logo', 'testing/wide-logo.svg'],
  ['the short name instead of a missing logo', 'no-logo.png'],
])('%s leaves room for the rest of the header on any phone', async (_, path) => {
  const logo = { _id: 'l', name: 'logo.png', path, description: '' };
  answer({ '/api/current-user': aSession(), '/api/getSettings': someSettings({ logo }) });
  openApp('/permissionsError');
  if (path === 'no-logo.png') await screen.findByRole('link', { name: 'Waypost CBPS' });
  else {
    const image = await screen.findByRole<HTMLImageElement>('img', {
      name: 'Chesapeake Bay Public Schools',
    });
    await waitFor(() => expect(image.naturalWidth).toBe(800));
  }
  await screen.findByRole('button', { name: /^Notifications/ });
  for (const width of [320, 360, 385, 390, 402, 430]) {
    await resizeWindow(width);
    await waitFor(() => expect(document.documentElement.clientWidth).toBe(width));
    expect(document.documentElement.scrollWidth, `${width} pixels`).toBe(width);
  }
});
