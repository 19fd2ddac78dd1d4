import { expect, test } from 'vitest';
import { toMail } from './letter.ts';

test('a letter has the same content as text and as HTML, and its button is a link in both', () => {
  const mail = toMail({
    to: 'ada@waypost.test',
    subject: 'Good news',
    paragraphs: ['You have an offer.'],
    button: { label: 'See it', url: 'https://waypost.test/x?a=1&b=2' },
    footnotes: ['It was sent by a program.'],
    reason: { text: 'You asked for it:', url: 'https://waypost.test/asked' },
  });
  expect(mail.text).toBe(
    'You have an offer.\n\nSee it:\nhttps://waypost.test/x?a=1&b=2\n\nIt was sent by a program.\n\nYou asked for it: https://waypost.test/asked\n',
  );
  for (const words of ['You have an offer.', 'See it', 'It was sent by a program.', 'You asked for it:'])
    expect(mail.html).toContain(words);
  expect(mail.html).toContain('href="https://waypost.test/x?a=1&amp;b=2"');
});

test('escapes user input in HTML', () => {
  const { html } = toMail({
    to: 'ada@waypost.test',
    subject: '</title><script>',
    paragraphs: [`<img src=x onerror='alert("hi")'>`],
    reason: 'You asked for it.',
  });
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;img src=x onerror=&#39;alert(&quot;hi&quot;)&#39;&gt;');
});
