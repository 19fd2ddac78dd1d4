import pino from 'pino';
import { expect, test } from 'vitest';
import { toTerminal, whereToGo } from './terminal.ts';

function aTerminal() {
  const shown: string[] = [];
  const log = pino({ redact: ['password'] }, toTerminal({ write: (text) => shown.push(text) }));
  return { log, shown };
}

const TIME = String.raw`^\d\d:\d\d:\d\d`;

test('a terminal shows short lines, and of requests those that failed', () => {
  const { log, shown } = aTerminal();
  log.info('The demo is loaded');
  log.info({ method: 'GET', route: '/', status: 200 }, 'request');
  log.info({ method: 'GET', route: '/none', status: 404 }, 'request');
  log.warn({ status: 403 }, 'refused');
  expect(shown).toEqual([
    expect.stringMatching(new RegExp(`${TIME} The demo is loaded\n$`)),
    expect.stringMatching(new RegExp(`${TIME} request method="GET" route="/none" status=404\n$`)),
    expect.stringMatching(new RegExp(`${TIME} warn: refused status=403\n$`)),
  ]);
});

test('a terminal shows an error with its stack, no secret, and no control characters', () => {
  const { log, shown } = aTerminal();
  log.error({ err: new Error('\u001b[2Jno disk'), password: 'hunter2' }, 'failed');
  expect(shown.join('')).toMatch(
    new RegExp(
      `${TIME} error: failed password="\\[Redacted\\]" \nError: {2}\\[2Jno disk\n +at .*terminal.test.ts`,
    ),
  );
});

test('the start ends with the address to open, and where the mails are', () => {
  expect(whereToGo('http://localhost:3000', '/outbox')).toBe(
    '\nOpen http://localhost:3000\nIts emails are at http://localhost:3000/outbox\nCtrl+C stops it.\n\n',
  );
  expect(whereToGo('https://waypost.example.org', null)).not.toContain('emails');
});
