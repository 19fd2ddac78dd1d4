import { expect, test } from 'vitest';
import { environmentOf } from './environment.ts';
import { socialAddress } from './social.ts';

test('a network is linked by a whole address or by a name, and not at all when none is set', () => {
  expect(socialAddress('instagram', ' @cbps ')).toBe('https://www.instagram.com/cbps');
  expect(socialAddress('facebook', 'https://www.facebook.com/cbps')).toBe('https://www.facebook.com/cbps');
  expect(socialAddress('twitter', '  ')).toBeNull();
});

test('what was typed for a network never becomes a link that runs something', () => {
  for (const typed of ['javascript:alert(1)', 'data:text/html,x', '//evil.test', 'https://'])
    expect(socialAddress('twitter', typed)).toBeNull();
});

test('a banner shows on one’s own computer and on a development host, and nowhere else', () => {
  expect(environmentOf('localhost')).toBe('Local');
  expect(environmentOf('127.0.0.1')).toBe('Local');
  expect(environmentOf('dev.waypost.example')).toBe('Development');
  expect(environmentOf('waypost-staging.example')).toBe('Development');
  expect(environmentOf('waypost.example')).toBeNull();
  expect(environmentOf('devon.k12.example')).toBeNull();
});
