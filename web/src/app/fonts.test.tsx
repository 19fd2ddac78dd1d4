import { expect, test } from 'vitest';
import { loadOwnFont } from './fonts.ts';

test('a font that cannot be loaded leaves the system’s font, without an error', async () => {
  const missing = new FontFace('Inter Variable', 'url(/nowhere.woff2)');
  document.fonts.add(missing);
  try {
    await loadOwnFont();
    expect(missing.status).toBe('error');
  } finally {
    document.fonts.delete(missing);
  }
});
