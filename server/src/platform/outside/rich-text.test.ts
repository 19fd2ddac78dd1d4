import { Refusal } from '@waypost/contract/refusal';
import { expect, test } from 'vitest';
import { sanitiseRequired, sanitiseRichText } from './rich-text.ts';

test('keeps what the editor produces', () => {
  const written =
    '<h2>Who we are</h2><p>We <strong>build</strong> <em>boats</em>, <u>well</u>.</p><ul><li><p>Hulls</p></li></ul>' +
    '<ol start="3"><li><p>Masts</p></li></ol><blockquote><p>Ahoy</p></blockquote><p><a href="https://boats.example/a?b=1">Us</a></p>';
  expect(sanitiseRichText(written)).toBe(written);
});

test.each([
  ['a script', '<p>Hi</p><script>alert(1)</script>', '<p>Hi</p>'],
  ['an event handler', '<p onclick="alert(1)">Hi</p>', '<p>Hi</p>'],
  ['a picture', '<p>Hi<img src=x onerror=alert(1)></p>', '<p>Hi</p>'],
  ['a javascript link', '<p><a href="javascript:alert(1)">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['a disguised javascript link', '<p><a href="java&#x0A;script:alert(1)">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['a data link', '<p><a href="data:text/html,<script>1</script>">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['a link that borrows the page’s scheme', '<p><a href="//evil.example">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['a style', '<style>p{display:none}</style><p style="position:fixed">Hi</p>', '<p>Hi</p>'],
  ['a frame', '<p>Hi</p><iframe src="https://evil.example"></iframe>', '<p>Hi</p>'],
  ['a form', '<form action="https://evil.example"><input name="a"><p>Hi</p></form>', '<p>Hi</p>'],
  [
    'SVG',
    '<svg><a xlink:href="javascript:alert(1)"><text>Hi</text></a></svg><p>Hi</p>',
    '<a>Hi</a><p>Hi</p>',
  ],
  ['a comment', '<!--[if IE]><script>1</script><![endif]--><p>Hi</p>', '<p>Hi</p>'],
  ['a tag inside a tag', '<scr<script>ipt>alert(1)</script><p>Hi</p>', 'ipt&gt;alert(1)<p>Hi</p>'],
])('removes %s', (_, sent, kept) => {
  expect(sanitiseRichText(sent)).toBe(kept);
});

test('keeps the cells of a pasted table apart, and subscripts', () => {
  const word =
    '<p class=MsoNormal>My weeks</p><table class=MsoTableGrid border=1><tr><td><p>Week</p></td><td><p>Hours</p></td></tr><tr><td><p>1</p></td><td><p>12</p></td></tr></table><p>H<sub>2</sub>O and x<sup>2</sup></p>';
  expect(sanitiseRichText(word)).toBe(
    '<p>My weeks</p><p> Week  |  Hours </p><p> 1  |  12 </p><p>H<sub>2</sub>O and x<sup>2</sup></p>',
  );
});

test('turns a first-level heading into a second-level one', () => {
  expect(sanitiseRichText('<h1>Big</h1><h6>Small</h6>')).toBe('<h2>Big</h2><h4>Small</h4>');
});

test('sanitizing twice changes nothing more', () => {
  const once = sanitiseRichText('<p>R&D < 3 &amp;lt; "x"&nbsp;</p><scr<script>ipt>alert(1)</script>');
  expect(sanitiseRichText(once)).toBe(once);
});

test('refuses a text that is empty after sanitizing, at its field', () => {
  let refused: unknown;
  try {
    sanitiseRequired({ business_bio: '<script>1</script>', featured_projects: '<p>Hulls</p>' });
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).fields).toEqual({ business_bio: ['this field is required'] });
});
