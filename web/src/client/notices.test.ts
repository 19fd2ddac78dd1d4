import { afterEach, expect, test, vi } from 'vitest';
import { CallFailed, failureOf, noConnection, outOfTime } from './failure.ts';
import { closeNotice, noticeFor, notify, showNotSaved, shownNotice, showUhOh } from './notices.ts';

afterEach(() => {
  vi.restoreAllMocks();
  closeNotice();
});

const refusal = (status: number, kind: string, detail = 'd') =>
  failureOf(status, { type: `/problems/${kind}`, title: 'Title', status, detail });

const said = (error: unknown) => {
  const notice = noticeFor(error);
  return notice && [notice.message, notice.title];
};

test('a server error uses the message in the catalog', () => {
  expect(said(refusal(500, 'our-fault'))).toEqual(['Something went wrong', '500 ERROR']);
});

test('an expired session has its own message', () => {
  expect(said(refusal(401, 'no-session'))).toEqual([
    'Your user account is logged out, please log back in',
    '401 ERROR',
  ]);
});

test('any other failure is a warning about an unknown error', () => {
  for (const error of [new Error('a bug'), failureOf(502, null)]) {
    expect(said(error)).toEqual(['Something went wrong', 'UNKNOWN ERROR']);
    expect(noticeFor(error)?.colour).toBe('warning');
  }
});

test('a lost connection and a timeout say what to do', () => {
  expect(said(noConnection())).toEqual([
    'We couldn’t reach Waypost. Check your connection and try again.',
    'No connection',
  ]);
  expect(said(outOfTime())).toEqual(['Waypost took too long to answer. Try again in a moment.', 'No answer']);
  expect(noticeAfter(() => showNotSaved(noConnection()))).toMatchObject([{ title: 'No connection' }]);
});

test('an oversized file and an invalid form have their own messages', () => {
  expect(said(refusal(413, 'too-large'))).toEqual([
    'Please choose a smaller sized file',
    'File too large to upload',
  ]);
  expect(said(refusal(400, 'invalid-input'))).toEqual(['Check Your Form for errors', 'Form Error']);
});

test('a refusal with a reason shows the server’s sentence', () => {
  expect(said(refusal(409, 'conflict', 'This opportunity is full'))).toEqual([
    'This opportunity is full',
    'Title',
  ]);
});

test('too much text shows the server’s sentence, and does not mention a file', () => {
  expect(said(refusal(413, 'body-too-large', 'This is too much text'))).toEqual([
    'This is too much text',
    'Title',
  ]);
});

test('a canceled call shows no notice', () => {
  expect(noticeFor(new DOMException('stopped', 'AbortError'))).toBeNull();
  expect(noticeFor(new CallFailed('unknown', 'm'))).not.toBeNull();
});

const noticeAfter = (act: () => void) => {
  closeNotice();
  act();
  return (shownNotice()?.parts ?? []).map(({ message, title }) => ({ message, title }));
};

test('the notice of a failed save depends on who was saving', () => {
  for (const failure of [refusal(500, 'our-fault'), new Error('a bug')]) {
    expect(noticeAfter(() => showNotSaved(failure))).toMatchObject([
      { message: 'Error Saving.', title: 'Something Went Wrong' },
    ]);
    expect(noticeAfter(() => showUhOh(failure))).toMatchObject([
      { message: 'Something went wrong', title: 'Uh Oh' },
    ]);
  }
  const full = refusal(409, 'conflict', 'The list is full.');
  expect(noticeAfter(() => showUhOh(full))).toMatchObject([{ message: 'The list is full.' }]);
});

test('invalid fields and an expired session are not repeated in a notice', () => {
  for (const failure of [refusal(400, 'invalid-input'), refusal(401, 'no-session')])
    expect(noticeAfter(() => showNotSaved(failure))).toEqual([]);
});

test('simultaneous identical notices are merged, and a later one is shown again', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100_000);
  notify.success('Your hours are saved.');
  const first = shownNotice()?.id;
  notify.success('Your hours are saved.');
  expect(shownNotice()?.id).toBe(first);
  // The first notice would close shortly, and with it the message that the second save succeeded.
  clock.mockReturnValue(104_900);
  notify.success('Your hours are saved.');
  expect(shownNotice()?.id).not.toBe(first);
  expect(shownNotice()?.parts).toHaveLength(1);
});
