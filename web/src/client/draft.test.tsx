import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { forgetDrafts, useDraft } from './draft.ts';

const letter = (restore: (kept: string) => void) =>
  renderHook(({ text }) => useDraft('cover-letter o1 u1', text, restore), { initialProps: { text: '' } });

test('restores unfinished text after a reload', () => {
  vi.useFakeTimers();
  const first = letter(() => {});
  first.rerender({ text: 'Dear Bayside' });
  act(() => void vi.advanceTimersByTime(500));
  // Without unmounting, as when the page is closed.
  const restore = vi.fn();
  const second = letter(restore);
  expect(restore.mock.calls).toEqual([['Dear Bayside']]);
  expect(second.result.current.restored).toBe(true);
});

test('saves the last words even when the page closes immediately', () => {
  vi.useFakeTimers();
  const listening = vi.spyOn(window, 'addEventListener');
  const first = letter(() => {});
  first.rerender({ text: 'Dear Bayside' });
  const leaving = listening.mock.calls.findLast(([kind]) => kind === 'pagehide')?.[1];
  if (typeof leaving === 'function') leaving(new Event('pagehide'));
  const restore = vi.fn();
  letter(restore);
  expect(restore).toHaveBeenCalledWith('Dear Bayside');
});

test('deletes a draft once it is sent', () => {
  vi.useFakeTimers();
  const first = letter(() => {});
  first.rerender({ text: 'Dear Bayside' });
  act(() => void vi.advanceTimersByTime(500));
  act(() => first.result.current.forget());
  first.unmount();
  const restore = vi.fn();
  letter(restore);
  expect(restore).not.toHaveBeenCalled();
});

test('logging out deletes all drafts', () => {
  const first = letter(() => {});
  first.rerender({ text: 'Dear Bayside' });
  first.unmount();
  localStorage.setItem('something else', 'stays');
  forgetDrafts();
  const restore = vi.fn();
  letter(restore);
  expect(restore).not.toHaveBeenCalled();
  expect(localStorage.getItem('something else')).toBe('stays');
});

test('a draft for one tab is not visible in another, and is deleted at logout', () => {
  const form = (restore: (kept: string) => void) =>
    renderHook(({ text }) => useDraft('profile u1', text, restore, 'while the tab is open'), {
      initialProps: { text: '' },
    });
  const first = form(() => {});
  first.rerender({ text: 'Anne Byron' });
  first.unmount();
  expect(localStorage).toHaveLength(0);
  const restore = vi.fn();
  form(restore).unmount();
  expect(restore).toHaveBeenCalledWith('Anne Byron');
  forgetDrafts();
  const again = vi.fn();
  form(again);
  expect(again).not.toHaveBeenCalled();
});
