import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Product } from './server.ts';

/** The whole mails that were already read, by path, because the mails of all tests are in one folder. */
const known = new Map<string, string>();

/** The text of the newest mail to this address with `subject`, from the outbox that replaces a mail server. */
export async function newestMail(product: Product, to: string, subject = ''): Promise<string> {
  const outbox = join(product.dataDir, 'outbox');
  let found: string | undefined;
  await expect
    .poll(async () => {
      const names = (await readdir(outbox).catch(() => [])).sort().reverse();
      for (const name of names) {
        const text = await read(join(outbox, name));
        if (text.includes(`To: ${to}`) && text.includes(`Subject: ${subject}`)) {
          found = text;
          return true;
        }
      }
      return false;
    })
    .toBe(true);
  return found ?? '';
}

/** The link to a screen in the newest mail to this address. */
export async function mailedLink(product: Product, email: string, screen: string): Promise<string> {
  const mail = await newestMail(product, email);
  return new RegExp(`https?:\\S+/${screen}/[\\w-]+`).exec(mail)?.[0] ?? `no link to ${screen}`;
}

async function read(path: string): Promise<string> {
  const before = known.get(path);
  if (before !== undefined) return before;
  // Long headers and long lines of text are folded onto the next line.
  const text = (await readFile(path, 'utf8'))
    .replace(/=\r?\n/g, '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .replace(/=3D/g, '=');
  // A mail that is still being written has no end of its last part.
  if (/--\s*$/.test(text)) known.set(path, text);
  return text;
}
