import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { catalogNames, translationsOf } from '../../contract/messages/collect.ts';
import { type ScreenPath, screenAccess } from '../../contract/src/access.ts';
import { type Locale, locales } from '../../contract/src/i18n.ts';
import type * as firstPaints from '../src/app/first-paint.tsx';
import { firstScript, pageOf } from './page.ts';
import { withSource } from './source.ts';

const app = join(import.meta.dirname, '..', 'src', 'app');
const screen = /screen(?:WithSearch)?\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g;
/** The frame around every screen that requires a session. */
const aroundMembers = ['./shell/MemberNavigation.tsx', './shell/MemberBottomBar.tsx'];

/**
 * Generates a page for each screen in each language that can be painted from its first bytes: the parts of
 * the screen that do not depend on the user, with their styles, and links to the app's scripts.
 * `pages.json` lists for the server which screen has which page, `[["/opportunity/view/$id",
 * "pages/opportunity/view/$id.html"], …]`, the hash of the inline script, and the style hash of each page.
 * Pages in languages other than English are in a folder named after the language.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    // After Vite has generated index.html.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const chunkOf = (file: string) => {
        const id = join(app, file);
        return chunks.find((one) => one.facadeModuleId === id) ?? this.error(`No chunk is made of ${file}.`);
      };
      const entry = chunks.find((one) => one.isEntry) ?? this.error('Nothing begins the application.');
      const base = ['drawing', 'reading', 'base'].map(
        (name) => chunks.find((one) => one.name === name)?.fileName ?? this.error(`There is no ${name}.`),
      );
      const own = [entry.fileName, ...base];
      const styleOf = (file: string) => {
        const found = bundle[file];
        return { file, css: found?.type === 'asset' ? String(found.source) : this.error(`No ${file}.`) };
      };
      const whole = bundle['index.html'];
      if (whole?.type !== 'asset') return this.error('There is no page to make pages of.');
      const shell = String(whole.source);
      const page = (screens: Rolldown.OutputChunk[], painted: firstPaints.FirstPaint) => {
        const loaded = [...new Set([entry, ...screens].flatMap((one) => [...filesOf(one, chunks)]))];
        // In another language, the texts must load before the first render.
        const texts = chunks.filter(
          (one) =>
            one.facadeModuleId?.startsWith(MESSAGES) &&
            one.facadeModuleId.endsWith(`/${painted.locale}`) &&
            chunks.some(
              (other) => loaded.includes(other.fileName) && other.dynamicImports.includes(one.fileName),
            ),
        );
        return pageOf(shell, {
          entry: entry.fileName,
          base,
          chunks: [...loaded, ...texts.map((one) => one.fileName)].filter(
            (file) => file.endsWith('.js') && !own.includes(file),
          ),
          styles: loaded.filter((file) => file.endsWith('.css')).map(styleOf),
          painted,
        });
      };
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const made: [path: string, file: string][] = [];
      const styles: Record<string, string> = {};
      await withSource(async (load) => {
        const { addTranslations, firstPaint } = await load<typeof firstPaints>('/src/app/first-paint.tsx');
        const screens = screensIn(readFileSync(join(app, 'routes.tsx'), 'utf8'));
        const makePages = async (locale: Locale) => {
          const isSource = locale === 'en';
          if (!isSource) addTranslations(locale, allTranslations(locale));
          const folder = isSource ? '' : `${locale}/`;
          // `/default` redirects and an unknown URL has no screen, so both get the shell as their first
          // paint.
          const shellPage = page([], await firstPaint('/default', locale));
          if (isSource) whole.source = shellPage.source;
          else emit(`${folder}index.html`, shellPage.source);
          styles[`${folder}index.html`] = shellPage.style;
          for (const [path, file] of screens) {
            const around = isForMembers(path) ? aroundMembers : [];
            const fileName = `pages${path === '/' ? '/index' : path}.html`;
            const { source, style } = page([file, ...around].map(chunkOf), await firstPaint(path, locale));
            emit(`${folder}${fileName}`, source);
            if (isSource) made.push([path, fileName]);
            styles[`${folder}${fileName}`] = style;
          }
        };
        for (const locale of Object.keys(locales) as Locale[]) await makePages(locale);
      });
      if (made.length < 10) this.error('The screens are not where they were in routes.tsx.');
      const source = JSON.stringify({ pages: made, script: firstScript, styles });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** The file names of the translation modules (`messages.ts`). */
export const MESSAGES = '\0virtual:messages/';

const allTranslations = (locale: Locale): Record<string, string> =>
  Object.assign({}, ...catalogNames(locale).map((name) => translationsOf(locale, name)));

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenAccess, path);
const isForMembers = (path: ScreenPath) => typeof screenAccess[path] === 'object';

function screensIn(routes: string): [path: ScreenPath, file: string][] {
  return [...routes.matchAll(screen)].flatMap(([, path = '', file = '']) =>
    isScreen(path) ? [[path, file]] : [],
  );
}

/** A chunk with its imports and their styles, imported styles first. */
export function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  files = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return files;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = chunks.find((one) => one.fileName === name);
    if (next) filesOf(next, chunks, files, seen);
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  return files.add(chunk.fileName);
}
