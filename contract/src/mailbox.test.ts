import { expect, test } from 'vitest';
import { t } from './i18n.ts';
import { type Holder, mailboxOf, whyNotMailbox } from './mailbox.ts';

test.each([
  ['Ada@X.test', 'ada@x.test'],
  ['ada+mom@x.test', 'ada@x.test'],
  ['ada+mom+dad@X.test', 'ada@x.test'],
  ['+ada@x.test', '+ada@x.test'],
  ['a.da@x.test', 'a.da@x.test'],
])('%s is delivered to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

const holder = (party: Holder['party'], email: string, signs = true): Holder => ({ party, email, signs });
const others = [
  holder('student', 'ada@x.test'),
  holder('guardian', 'anne@x.test'),
  holder('guardian', 'ben@x.test', false),
  holder('business', 'owen@x.test'),
];

test.each<[string, Holder, RegExp | null]>([
  ['a guardian with the student’s email', holder('guardian', 'Ada+parent@x.test', false), /student’s own/],
  ['a supervisor with the student’s email', holder('business', 'ada+boss@x.test', false), /student’s own/],
  ['a guardian who signs, with a signatory’s email', holder('guardian', 'owen@x.test'), /Someone else/],
  ['a guardian who does not sign, with a signatory’s email', holder('guardian', 'owen@x.test', false), null],
  ['a signatory with the email of a guardian who does not sign', holder('business', 'ben@x.test'), null],
  ['a signatory with the email of a guardian who signs', holder('business', 'anne+work@x.test'), /Someone/],
  ['a student with any guardian’s email', holder('student', 'ben@x.test'), /Someone else/],
  ['a second guardian at the same address', holder('guardian', 'anne@x.test'), null],
  ['someone without an email', holder('guardian', ''), null],
])('%s', (_, one, why) => {
  const found = whyNotMailbox(one, [...others, holder('business', '')]);
  if (why) expect(found && t(found)).toMatch(why);
  else expect(found).toBeNull();
});
