import { vi } from 'vitest';

interface Saved {
  name: string;
  content: Blob;
}

/** The files that are given to the person from here on. */
export function savedFiles(): Saved[] {
  const saved: Saved[] = [];
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    content = given as Blob;
    return 'blob:waypost';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
  return saved;
}

/** A saved table's lines, without the mark at its start. */
export async function linesOf(saved: Saved | undefined): Promise<string[] | undefined> {
  return (await saved?.content.text())?.replace(/^\uFEFF/, '').split('\r\n');
}
