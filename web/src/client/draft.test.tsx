import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { mount } from '../../testing/render.tsx';
import { forgetDrafts, useDraft } from './draft.ts';

/** A form with one text, whose draft is kept under `name`. */
function openForm(name: string, restore: (kept: string) => void, where?: 'while the tab is open') {
  const shown = {} as { draft: ReturnType<typeof useDraft> };
  function Form({ text }: { text: string }) {
    shown.draft = useDraft(name, text, restore, where);
    return null;
  }
  const { rerender, unmount } = mount(<Form text="" />);
  return { shown, write: (text: string) => rerender(<Form text={text} />), unmount };
}

const letter = (restore: (kept: string) => void) => openForm('cover-letter o1 u1', restore);

test('restores unfinished text after a reload', async () => {
  vi.useFakeTimers();
  const first = letter(() => {});
  first.write('Dear Bayside');
  flushSync(() => void vi.advanceTimersByTime(500));
  // Without unmounting, as when the page is closed.
  const restore = vi.fn();
  const second = letter(restore);
  expect(restore.mock.calls).toEqual([['Dear Bayside']]);
  await vi.waitFor(() => expect(second.shown.draft.restored).toBe(true));
});

test('saves the last words even when the page closes immediately', () => {
  vi.useFakeTimers();
  const listening = vi.spyOn(window, 'addEventListener');
  const first = letter(() => {});
  first.write('Dear Bayside');
  const leaving = listening.mock.calls.findLast(([kind]) => kind === 'pagehide')?.[1];
  if (typeof leaving === 'function') leaving(new Event('pagehide'));
  const restore = vi.fn();
  letter(restore);
  expect(restore).toHaveBeenCalledWith('Dear Bayside');
});

test('deletes a draft once it is sent', () => {
  vi.useFakeTimers();
  const first = letter(() => {});
  first.write('Dear Bayside');
  flushSync(() => void vi.advanceTimersByTime(500));
  flushSync(() => first.shown.draft.forget());
  first.unmount();
  const restore = vi.fn();
  letter(restore);
  expect(restore).not.toHaveBeenCalled();
});

test('logging out deletes all drafts', () => {
  const first = letter(() => {});
  first.write('Dear Bayside');
  first.unmount();
  localStorage.setItem('something else', 'stays');
  forgetDrafts();
  const restore = vi.fn();
  letter(restore);
  expect(restore).not.toHaveBeenCalled();
  expect(localStorage.getItem('something else')).toBe('stays');
});

test('a draft for one tab is not visible in another, and is deleted at logout', () => {
  const form = (restore: (kept: string) => void) => openForm('profile u1', restore, 'while the tab is open');
  const first = form(() => {});
  first.write('Anne Byron');
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

test('a page that restarts saves again what a logout in another tab has deleted', () => {
  vi.useFakeTimers();
  const listening = vi.spyOn(window, 'addEventListener');
  const first = letter(() => {});
  first.write('Dear Bayside');
  flushSync(() => void vi.advanceTimersByTime(500));
  forgetDrafts();
  const leaving = listening.mock.calls.findLast(([kind]) => kind === 'pagehide')?.[1];
  if (typeof leaving === 'function') leaving(new Event('pagehide'));
  const restore = vi.fn();
  letter(restore);
  expect(restore).toHaveBeenCalledWith('Dear Bayside');
});
