import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { CsvExport } from './CsvExport.tsx';

type Read = Parameters<typeof CsvExport<string>>[0]['read'];

function open(read: Read) {
  const callbacks = { onSaved: vi.fn(), onFailed: vi.fn() };
  const part = <CsvExport name="jobs" columns={[['Job', (row) => row]]} read={read} {...callbacks} />;
  return { ...callbacks, ...renderPart(part) };
}

const button = () => screen.getByRole('button', { name: 'Export CSV' });

/** A read that ends on demand, or when it is canceled. */
function held(then: (way: Parameters<Read>[0]) => void = () => undefined) {
  let end = (_rows: string[]) => {};
  let fail = (_error: Error) => {};
  let signal: AbortSignal | undefined;
  const read = vi.fn<Read>((way) => {
    then(way);
    signal = way.signal;
    return new Promise((resolve, reject) => {
      end = resolve;
      fail = reject;
      way.signal.addEventListener('abort', () => reject(way.signal.reason));
    });
  });
  return {
    read,
    end: (rows: string[]) => end(rows),
    fail: (error: Error) => fail(error),
    isCancelled: () => signal?.aborted,
  };
}

test('saves all rows under the file name and announces it', async () => {
  const { onSaved } = open(async () => ['rigger', '=1+1']);
  const saved = await userEvent.saveFile(button());
  expect(onSaved).toHaveBeenCalledWith(2, 'jobs.csv');
  expect(saved.name).toBe('jobs.csv');
  expect(saved.text).toContain(`Job\r\nrigger\r\n"'=1+1"`);
});

test('shows the progress of a long export, and canceling saves nothing and reports no failure', async () => {
  const { read, isCancelled } = held(({ onProgress }) => onProgress(500, 2000));
  const { onSaved, onFailed } = open(read);
  const making = vi.spyOn(URL, 'createObjectURL');
  await userEvent.click(button());
  const bar = await screen.findByRole('progressbar', { name: 'Reading the list' });
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText('500 of 2,000 rows')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(isCancelled()).toBe(true);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect([making.mock.calls.length, onSaved.mock.calls.length, onFailed.mock.calls.length]).toEqual([
    0, 0, 0,
  ]);
});

test('two presses start only one export', async () => {
  const { read, end } = held();
  const { onSaved } = open(read);
  await userEvent.dblClick(button());
  end([]);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(read).toHaveBeenCalledOnce();
});

test('reports a failure and saves nothing, and a retry starts over', async () => {
  const { read, fail, end } = held();
  const { onSaved, onFailed } = open(read);
  const making = vi.spyOn(URL, 'createObjectURL');
  await userEvent.click(button());
  fail(new Error('no connection'));
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
  expect(making).not.toHaveBeenCalled();
  await userEvent.click(button());
  end(['rigger']);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

test('leaving the screen aborts the read', async () => {
  const { read, isCancelled } = held();
  const { unmount, onFailed } = open(read);
  await userEvent.click(button());
  unmount();
  expect(isCancelled()).toBe(true);
  expect(onFailed).not.toHaveBeenCalled();
});
