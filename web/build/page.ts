import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstPaint } from '../src/app/first-paint.tsx';
import { environmentOf } from '../src/app/shell/environment.ts';

/** What a page is made of; files are named as the bundle names them. */
export interface Parts {
  /** What the built application begins with, what that stands on, and what a screen loads beside them. */
  entry: string;
  base: string[];
  chunks: string[];
  styles: { file: string; css: string }[];
  /** What stands in it until the application takes its place. */
  painted: FirstPaint;
}

// It asks by the application's own rule which banner its host has.
const first = `${environmentOf}\n${readFileSync(join(import.meta.dirname, 'first.js'), 'utf8')}`
  .replace(/^\s*\/\/.*\n/gm, '')
  .trim();
/** How the content security policy names what stands in a page. */
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
export const firstScript = hashOf(first);

const builtIn = /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

/**
 * A page that can be painted by itself, and the hash of its one style element: `shell` is index.html as the bundler
 * has left it.
 */
export function pageOf(shell: string, { entry, base, chunks, styles, painted }: Parts) {
  const { call, locale, description, noScript } = painted;
  const { html, css } = withoutStyles(painted.html);
  const style = [...styles.map((one) => one.css), css].join('\n').trim().replaceAll('</', '<\\/');
  const head = [
    ...(call ? [`<meta name="first-call" content="${attribute(JSON.stringify(call))}">`] : []),
    `<script>${first}</script>`,
    `<style>${style}</style>`,
    // Asked for already, says this to whatever would load them with a screen: they stand above.
    ...styles.map(({ file }) => `<link rel="stylesheet" href="/${file}" disabled>`),
    '<template id="application">',
    // Each is run as soon as it is there, by itself: while the rest is on its way, and in short pieces instead of a long one.
    ...base.map((file) => `<script type="module" crossorigin src="/${file}"></script>`),
    ...chunks.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<script type="module" crossorigin src="/${entry}"></script>`,
    '</template>',
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
      () => `<div id="root"><div aria-busy="true">${html.replace(title ?? '', '')}</div></div>`,
    );
  return { source, style: hashOf(style) };
}

/** Takes the style elements and attributes out of what is painted: their text is allowed only where its hash is known. */
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
  // By the id they win against every class, as an attribute does.
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
