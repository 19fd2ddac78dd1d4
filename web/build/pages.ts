import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { screenAccess } from '../../contract/src/access.ts';

const app = join(import.meta.dirname, '..', 'src', 'app');
const screen = /screen(?:WithSearch)?\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g;
/** Drawn around every screen that only opens for somebody who is signed in. */
const aroundMembers = ['./shell/MemberNavigation.tsx', './shell/MemberBottomBar.tsx'];

/**
 * Makes a page for each screen, which names in its head what the screen loads beside the start: so that it is
 * asked for with the first bytes, not after the start has been read and run. `pages.json` tells the server which
 * page is whose: `[["/opportunity/view/$id", "pages/opportunity/view/$id.html"], …]`.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    // After the page of the whole has been made.
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const chunkOf = (file: string) => {
        const id = join(app, file);
        return chunks.find((one) => one.facadeModuleId === id) ?? this.error(`No chunk is made of ${file}.`);
      };
      const whole = bundle['index.html'];
      if (whole?.type !== 'asset') return this.error('There is no page to make pages of.');
      const html = String(whole.source);
      const made = screensIn(readFileSync(join(app, 'routes.tsx'), 'utf8')).map(([path, file]) => {
        const around = isForMembers(path) ? aroundMembers : [];
        const loaded = new Set([file, ...around].flatMap((one) => [...filesOf(chunkOf(one), chunks)]));
        const links = [...loaded].filter((name) => !html.includes(name)).map(linkTo);
        const fileName = `pages${path === '/' ? '/index' : path}.html`;
        this.emitFile({
          type: 'asset',
          fileName,
          source: html.replace('  </head>', `${links.join('')}  </head>`),
        });
        return [path, fileName];
      });
      if (made.length < 10) this.error('The screens are not where they were in routes.tsx.');
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(made) });
    },
  };
}

const isForMembers = (path: string) =>
  typeof Object.entries(screenAccess).find(([one]) => one === path)?.[1] === 'object';

const screensIn = (routes: string) =>
  [...routes.matchAll(screen)].map(([, path = '', file = '']) => [path, file] as const);

/** A chunk with whatever it imports, and their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const next of chunks.filter((one) => chunk.imports.includes(one.fileName)))
    filesOf(next, chunks, seen);
  return seen;
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `    <link rel="stylesheet" crossorigin href="/${file}">\n`
    : `    <link rel="modulepreload" crossorigin href="/${file}">\n`;
