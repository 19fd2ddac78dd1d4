import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

// A school system's own pictures are on the server, which does not run here.
const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="100"/>')}`;

test.each([
  ['wide', wide],
  ['missing', undefined],
])('a %s logo leaves room for the rest of the header on any phone', async (_, source) => {
  const logo = { _id: 'l', name: 'logo.png', path: '/no-logo.png', description: '' };
  answer({ '/api/current-user': aSession(), '/api/getSettings': someSettings({ logo }) });
  openApp('/permissionsError');
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Chesapeake Bay Public Schools' });
  if (source) image.src = source;
  await waitFor(() => expect(image.complete).toBe(true));
  expect(image.naturalWidth > 0).toBe(source !== undefined);
  await screen.findByRole('button', { name: /^Notifications/ });
  for (const width of [320, 360, 385, 390, 402, 430]) {
    await resizeWindow(width);
    await waitFor(() => expect(document.documentElement.clientWidth).toBe(width));
    expect(document.documentElement.scrollWidth, `${width} pixels`).toBe(width);
  }
});
