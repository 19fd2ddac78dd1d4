import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { translationsOf } from '../../contract/messages/collect.ts';
import { homes, type ScreenPath, screenAccess } from '../../contract/src/access.ts';
import { type Locale, locales } from '../../contract/src/i18n.ts';
import type * as firstPaints from '../src/app/first-paint.tsx';
import { screens } from '../src/app/screens.ts';
import { filesOf, textsOf } from './chunks.ts';
import { firstScript, pageOf } from './page.ts';
import { fileOfScreen } from './screens.ts';
import { withSource } from './source.ts';

const paths = Object.keys(screens) as (keyof typeof screens)[];
const app = join(import.meta.dirname, '..', 'src', 'app');
/** The module that `/default` loads to choose the home screen. */
const arrival = join(app, 'arrival.ts');
/** The frame around every screen that requires a session. */
const aroundMembers = ['shell/MemberNavigation.tsx', 'shell/MemberBottomBar.tsx'].map((file) =>
  join(app, file),
);

/**
 * Generates a page for each screen in each language that can be painted from its first bytes: the parts of
 * the screen that do not depend on the user, with their styles, and links to the app's scripts.
 * `pages.json` lists for the server which screen has which page, `[["/opportunity/view/$id",
 * "pages/opportunity/view/$id.html"], …]`, the hash of the inline script, and the style hash of each page.
 * `homes` lists the pages of `/default` by the home screen that a browser showed last. Pages in languages other than
 * English are in a folder named after the language.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    // Run after Vite has generated index.html.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const chunkOf = (file: string) =>
        chunks.find((one) => one.facadeModuleId === file) ??
        this.error(`${file} has no chunk: import it dynamically, or correct web/build/pages.ts.`);
      const entry =
        chunks.find((one) => one.isEntry) ??
        this.error('The build has no entry chunk: see the script in web/index.html.');
      const base = ['drawing', 'reading', 'base'].map(
        (name) =>
          chunks.find((one) => one.name === name)?.fileName ??
          this.error(`The build has no chunk “${name}”: correct web/build/chunk-groups.ts.`),
      );
      const own = [entry.fileName, ...base];
      const styleOf = (file: string) => {
        const found = bundle[file];
        return {
          file,
          css:
            found?.type === 'asset'
              ? String(found.source)
              : this.error(`The style sheet ${file} is missing from the build.`),
        };
      };
      const whole = bundle['index.html'];
      if (whole?.type !== 'asset')
        return this.error('index.html is missing: this plugin must run after Vite has emitted it.');
      const shell = String(whole.source);
      const page = (shown: Rolldown.OutputChunk[], painted: firstPaints.FirstPaint, data: string[] = []) => {
        const loaded = [...new Set([entry, ...shown].flatMap((one) => [...filesOf(one, chunks)]))];
        // Translations must load before the first render.
        const texts = textsOf(loaded, chunks, painted.locale);
        return pageOf(shell, {
          entry: entry.fileName,
          base,
          chunks: [...loaded, ...texts.map((one) => one.fileName)].filter(
            (file) => file.endsWith('.js') && !own.includes(file),
          ),
          styles: loaded.filter((file) => file.endsWith('.css')).map(styleOf),
          data,
          painted,
        });
      };
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const made: [path: string, file: string][] = [];
      const madeOfHomes: [path: string, file: string][] = [];
      const styles: Record<string, string> = {};
      await withSource(async (load) => {
        const { addTranslations, dataOfHome, firstPaint } =
          await load<typeof firstPaints>('/src/app/first-paint.tsx');
        const makePages = async (locale: Locale) => {
          const isSource = locale === 'en';
          if (!isSource) addTranslations(locale, translationsOf(locale));
          const folder = isSource ? '' : `${locale}/`;
          // `/default` redirects and an unknown URL has no screen, so both get the shell as their first
          // paint.
          const shellPage = page([], await firstPaint('/default', locale));
          if (isSource) whole.source = shellPage.source;
          else emit(`${folder}index.html`, shellPage.source);
          styles[`${folder}index.html`] = shellPage.style;
          const make = async (
            path: keyof typeof screens,
            fileName: string,
            also: string[],
            data?: string[],
          ) => {
            const around = isForMembers(path) ? aroundMembers : [];
            const { source, style } = page(
              [...also, fileOfScreen(path), ...around].map(chunkOf),
              await firstPaint(path, locale),
              data,
            );
            emit(`${folder}${fileName}`, source);
            styles[`${folder}${fileName}`] = style;
            return [path, fileName] as [string, string];
          };
          for (const path of paths) {
            const page = await make(path, `pages${path === '/' ? '/index' : path}.html`, []);
            if (isSource) made.push(page);
          }
          for (const path of homes) {
            const page = await make(path, `pages/default${path}.html`, [arrival], dataOfHome(path));
            if (isSource) madeOfHomes.push(page);
          }
        };
        for (const locale of Object.keys(locales) as Locale[]) await makePages(locale);
      });
      const source = JSON.stringify({ pages: made, homes: madeOfHomes, script: firstScript, styles });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

const isForMembers = (path: ScreenPath) => typeof screenAccess[path] === 'object';
