import { expect, test } from 'vitest';
import { environmentOf } from './environment.ts';
import { socialAddress } from './social.ts';

test('a social network is linked by URL or by name, and not at all if unset', () => {
  expect(socialAddress('instagram', ' @cbps ')).toBe('https://www.instagram.com/cbps');
  expect(socialAddress('facebook', 'https://www.facebook.com/cbps')).toBe('https://www.facebook.com/cbps');
  expect(socialAddress('twitter', '  ')).toBeNull();
});

test('input for a social network never becomes a link that runs a script', () => {
  for (const typed of ['javascript:alert(1)', 'data:text/html,x', '//evil.test', 'https://'])
    expect(socialAddress('twitter', typed)).toBeNull();
});

test('a banner shows on local and development hosts, and nowhere else', () => {
  expect(environmentOf('localhost')).toBe('Local');
  expect(environmentOf('127.0.0.1')).toBe('Local');
  expect(environmentOf('dev.waypost.example')).toBe('Development');
  expect(environmentOf('waypost-staging.example')).toBe('Development');
  expect(environmentOf('waypost.example')).toBeNull();
  expect(environmentOf('devon.k12.example')).toBeNull();
});
