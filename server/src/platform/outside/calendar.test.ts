import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { expect, onTestFinished, test } from 'vitest';
import { type CalendarEntry, toCalendar } from './calendar.ts';
import { createMailer } from './mail.ts';

const entry: CalendarEntry = {
  uid: 'interview-0190a3c4',
  sequence: 2,
  changedAt: '2026-03-04T15:00:00.000Z',
  startsAt: '2026-03-10T19:30:00.000Z',
  minutes: 45,
  summary: 'Interview at Bayside Marine: Boat builder; sails, too',
  place: 'https://meet.example.org/bay?room=1,2',
  description:
    'Bring your portfolio.\nAsk for Inés at the front desk; she is expecting you, and lunch is on us.',
  organizer: 'Bayside “Marine”, Inc.',
  state: 'tentative',
};
const mailFrom = 'Waypost <no-reply@example.org>';
const to = 'ada@school.example.org';

/** The only event, as read by a parser of another library. */
function parsed(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const [event, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  if (!event) throw new Error('there is no event');
  const value = (name: string) => event.getFirstPropertyValue(name);
  return { calendar, event, value, read: new ICAL.Event(event) };
}

test('an invitation is a request that another parser reads back unchanged', () => {
  const { method, content } = toCalendar(entry, { from: mailFrom, to });
  const { calendar, event, value, read } = parsed(content);
  expect([method, calendar.getFirstPropertyValue('method')]).toEqual(['REQUEST', 'REQUEST']);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
  expect([read.uid, read.sequence, read.summary, read.location, read.description]).toEqual([
    entry.uid,
    entry.sequence,
    entry.summary,
    entry.place,
    entry.description,
  ]);
  expect(read.startDate.toJSDate().toISOString()).toBe(entry.startsAt);
  expect(read.endDate.toJSDate().toISOString()).toBe('2026-03-10T20:15:00.000Z');
  expect(read.startDate.zone.tzid).toBe('UTC');
  for (const stamp of ['dtstamp', 'last-modified']) expect(`${value(stamp)}`).toBe('2026-03-04T15:00:00Z');
  expect([value('status'), value('organizer')]).toEqual(['TENTATIVE', 'mailto:no-reply@example.org']);
  expect(event.getAllProperties('attendee').map((each) => `${each.getFirstValue()}`.toLowerCase())).toEqual([
    `mailto:${to}`,
  ]);
});

test('lines end with CRLF and have at most 75 bytes', () => {
  const { content } = toCalendar({ ...entry, description: 'é'.repeat(400) }, { from: mailFrom, to });
  const lines = content.split('\r\n');
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(parsed(content).read.description).toBe('é'.repeat(400));
});

test('a change and a cancellation refer to the same entry with a higher sequence', () => {
  const changed = { ...entry, sequence: 3, state: 'confirmed' as const };
  const canceled = { ...entry, sequence: 4, state: 'canceled' as const };
  const [first, second, third] = [entry, changed, canceled].map((one) => {
    const { method, content } = toCalendar(one, { from: 'no-reply@example.org', to });
    const { value, read } = parsed(content);
    return [read.uid, read.sequence, method, value('status')];
  });
  expect(first).toEqual([entry.uid, 2, 'REQUEST', 'TENTATIVE']);
  expect(second).toEqual([entry.uid, 3, 'REQUEST', 'CONFIRMED']);
  expect(third).toEqual([entry.uid, 4, 'CANCEL', 'CANCELLED']);
});

test('a mail contains the entry with its method, for mail programs and as a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'waypost-calendar-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const mailer = createMailer({ mailFrom, dataDir } as Parameters<typeof createMailer>[0], {
    info: () => undefined,
  });
  // The queue stores jobs as JSON.
  const calendar = JSON.parse(JSON.stringify(entry));
  await mailer.send({ to, subject: 'Interview', text: 'Hello', html: '<p>Hello</p>', calendar }, 'id');
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  const message = await readFile(join(dataDir, 'outbox', name), 'utf8');
  expect(message).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
  const [, body = ''] =
    /Content-Type: application\/ics; name=interview\.ics\r\n(?:[\w-]+: [^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*)*\r\n([\s\S]*?)\r\n--/.exec(
      message,
    ) ?? [];
  expect(parsed(Buffer.from(body, 'base64').toString('utf8')).read.uid).toBe(entry.uid);
});
