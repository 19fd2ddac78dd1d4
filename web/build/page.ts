import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstPaint } from '../src/app/first-paint.tsx';
import { systemFonts } from '../src/app/fonts.ts';
import { environmentOf } from '../src/app/shell/environment.ts';

/** The parts of a page. Files are named as in the bundle. */
export interface Parts {
  /** The app's entry chunk, the chunks it imports, and those that a screen adds. */
  entry: string;
  base: string[];
  chunks: string[];
  styles: { file: string; css: string }[];
  /** URLs of the calls whose replies decide which screen is shown. */
  data?: string[];
  /** The HTML shown until the app replaces it. */
  painted: FirstPaint;
}

// Include the app's own function, so that both choose the same banner for a host.
const first = `${environmentOf}\n${readFileSync(join(import.meta.dirname, 'first.js'), 'utf8')}`
  .replace(/^\s*\/\/.*\n/gm, '')
  .trim();
/** A hash in the format of the content security policy. */
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
export const firstScript = hashOf(first);

// A frame has little text. The font, which is as large as all of a screen's own scripts, loads after them.
const frameFont = `#root>[aria-busy]{--mantine-font-family:${systemFonts};--mantine-font-family-headings:${systemFonts};font-family:${systemFonts}}`;

const builtIn = /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

/**
 * Returns a page that can be painted before any script loads, and the hash of its style element. `shell` is the
 * bundler's index.html.
 */
export function pageOf(shell: string, { entry, base, chunks, styles, data = [], painted }: Parts) {
  const { call, locale, description, noScript } = painted;
  const { html, css } = withoutStyles(painted.html);
  const style = [...styles.map((one) => one.css), css, ...(painted.isFrame ? [frameFont] : [])]
    .join('\n')
    .trim()
    .replaceAll('</', '<\\/');
  const head = [
    ...(call ? [`<meta name="first-call" content="${attribute(JSON.stringify(call))}">`] : []),
    `<script>${first}</script>`,
    `<style>${style}</style>`,
    // Tells the module loader that these styles are already loaded: they are inlined above.
    ...styles.map(({ file }) => `<link rel="stylesheet" href="/${file}" disabled>`),
    '<template id="application">',
    // As separate scripts, each runs as soon as it has loaded, in short tasks while the others are loading. Browsers load
    // inserted scripts last unless told otherwise, but these are the largest, and the first to run.
    ...base.map((file) => `<script type="module" crossorigin fetchpriority="high" src="/${file}"></script>`),
    ...(painted.isFrame ? [] : chunks).map(
      (file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`,
    ),
    `<script type="module" crossorigin src="/${entry}"></script>`,
    '</template>',
  ];
  const links = [
    ...data.map((address) => `<link rel="preload" as="fetch" crossorigin href="${attribute(address)}">`),
    // A frame is small and paints at once, so the scripts load meanwhile. They still run after the paint.
    ...(painted.isFrame ? [...base, entry, ...chunks] : []).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
  ];
  const [title] = /<title>.*?<\/title>/.exec(html) ?? [];
  const source = shell
    .replace(builtIn, '')
    .replace('<html lang="en">', `<html lang="${locale}">`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, before) => `${before}${attribute(description)}`,
    )
    .replace(/(<noscript>)[^<]*/, (_, before) => `${before}${noScript}`)
    .replace(/<title>.*?<\/title>/, (product) => title ?? product)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root"><div aria-busy="true">${html.replace(title ?? '', '')}</div></div>${links.join('\n')}`,
    );
  return { source, style: hashOf(style) };
}

/**
 * Moves style elements and attributes into one style sheet, because the policy allows only styles with a
 * known hash.
 */
function withoutStyles(painted: string): { html: string; css: string } {
  const elements: string[] = [];
  const names = new Map<string, number>();
  const html = painted
    .replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
      elements.push(css);
      return '';
    })
    .replace(/ style="([^"]*)"/g, (_, rules: string) => {
      if (!names.has(rules)) names.set(rules, names.size);
      return ` data-style="${names.get(rules)}"`;
    });
  // The id gives these rules precedence over every class, as style attributes have.
  const rules = [...names].map(([text, name]) => `#root [data-style="${name}"]{${unescaped(text)}}`);
  return { html, css: [...elements, ...rules].join('\n') };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
