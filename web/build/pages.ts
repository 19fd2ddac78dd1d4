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
/** Drawn around every screen that only opens for somebody who is signed in. */
const aroundMembers = ['./shell/MemberNavigation.tsx', './shell/MemberBottomBar.tsx'];

/**
 * Makes a page for each screen in each language, which can be painted with its first bytes: what stands of the screen before
 * anything is known about the visitor, with its styles; and which names what brings it to life. `pages.json`
 * tells the server which page is whose, `[["/opportunity/view/$id", "pages/opportunity/view/$id.html"], …]`, the
 * hash of the one script that stands in them, and for each file that of its style. Pages in another language than
 * English are in a folder of its name.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    // After the page of the whole has been made.
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
          // `/default` leads on at once and an unknown address has no screen: both get the shell, so that there is a
          // first paint for the application's start to follow.
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

/** How the build names the modules of translations (`messages.ts`). */
const MESSAGES = '\0virtual:messages/';

const allTranslations = (locale: Locale): Record<string, string> =>
  Object.assign({}, ...catalogNames(locale).map((name) => translationsOf(locale, name)));

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenAccess, path);
const isForMembers = (path: ScreenPath) => typeof screenAccess[path] === 'object';

function screensIn(routes: string): [path: ScreenPath, file: string][] {
  return [...routes.matchAll(screen)].flatMap(([, path = '', file = '']) =>
    isScreen(path) ? [[path, file]] : [],
  );
}

/** A chunk with whatever it imports, and their styles: those of what something is made of before its own. */
function filesOf(
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
