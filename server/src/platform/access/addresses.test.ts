import { expect, test } from 'vitest';
import { isLoopback, networkOf } from './addresses.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['::2:3:4:5:6:7', '0:0:2:3'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1:2:3:4:5:192.0.2.7', '0:1:2:3'],
  ['', ''],
  // A distinct address that ends like another network's.
  ['2001:db8:1:2::ffff:192.0.2.7', '2001:db8:1:2'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:128.0.0.1', false],
  ['127.example.org', false],
  ['', false],
])('whether %s is only this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
