import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

const shell =
  '<html lang="en"><head><meta name="description" content="In English"><title>Waypost</title></head><body><div id="root"></div><noscript>In English</noscript></body></html>';
const parts = { entry: 'assets/entry.js', base: [], chunks: [] };
const painted = { locale: 'es', description: '', noScript: '', call: undefined, isFrame: false } as const;
const styles = [{ file: 'assets/a.css', css: '.a{color:red}\n' }];

test('a painted page has no style attributes and a single style element, allowed by its hash', () => {
  const html =
    '<style data-mantine-styles="inline">.m{margin:0}</style><p style="--font:&quot;A &amp; B&quot;">1</p><p style="margin:0">2</p><p style="margin:0">3</p>';
  const { source, style } = pageOf(shell, { ...parts, styles, painted: { ...painted, html } });
  expect(source).not.toMatch(/ style=/);
  const [, css = '', ...others] = /<style>(.*?)<\/style>/s.exec(source) ?? [];
  expect(others).toEqual([]);
  expect(source.match(/<style/g)).toHaveLength(1);
  expect(style).toBe(`sha256-${createHash('sha256').update(css).digest('base64')}`);
  expect(css).toContain('.a{color:red}');
  expect(css).toContain('.m{margin:0}');
  expect(css).toContain('#root [data-style="0"]{--font:"A & B"}');
  expect(source).toContain('<p data-style="1">2</p><p data-style="1">3</p>');
});

test('a page describes itself in its own language, also to browsers without scripts', () => {
  const said = { locale: 'es', description: 'Las "prácticas"', noScript: 'Active JavaScript.' } as const;
  const { source } = pageOf(shell, { ...parts, styles, painted: { ...painted, ...said, html: '' } });
  expect(source).toContain('<html lang="es">');
  expect(source).toContain('<meta name="description" content="Las &quot;prácticas&quot;">');
  expect(source).toContain('<noscript>Active JavaScript.</noscript>');
});

test('a frame requests its scripts and data while it is painted, and its text does not wait for the font', () => {
  const framed = {
    ...parts,
    styles,
    chunks: ['assets/screen.js'],
    data: ['/api/placements?limit=5&offset=0'],
  };
  const outside = (isFrame: boolean) => {
    const { source } = pageOf(shell, { ...framed, painted: { ...painted, isFrame, html: '<p>1</p>' } });
    return source.replace(/<template.*<\/template>/s, '');
  };
  expect(outside(true)).toContain('<link rel="modulepreload" crossorigin href="/assets/screen.js">');
  expect(outside(true)).toContain('<link rel="modulepreload" crossorigin href="/assets/entry.js">');
  expect(outside(true)).toContain('href="/api/placements?limit=5&amp;offset=0"');
  expect(outside(true)).toMatch(/#root>\[aria-busy\]\{[^}]*font-family:system-ui/);
  expect(outside(false)).not.toContain('modulepreload');
  expect(outside(false)).not.toContain('font-family:system-ui');
});
