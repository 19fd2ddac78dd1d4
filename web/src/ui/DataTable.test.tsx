import { screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { resizeWindow } from '../../testing/window-size.ts';
import { byNumber, byText, type Column, type Sort } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import type { InParts } from './NextPart.tsx';

interface Job {
  id: string;
  title: string;
  seats: number;
}

const jobs: Job[] = [
  { id: '1', title: 'rigger', seats: 10 },
  { id: '2', title: 'Boatbuilder', seats: 9 },
  { id: '3', title: 'Électrician', seats: 1 },
];

const columns: Column<Job>[] = [
  {
    key: 'title',
    header: 'Title',
    cell: (job) => job.title,
    compare: byText((job) => job.title),
    card: 'title',
  },
  {
    key: 'seats',
    header: 'Seats',
    cell: (job) => job.seats,
    compare: byNumber((job) => job.seats),
    end: true,
  },
  { key: 'actions', header: 'Actions', cell: () => <button type="button">Edit</button>, card: 'actions' },
];

const table = (rows: readonly Job[], { wide = false } = {}) => (
  <DataTable
    caption="Your opportunities"
    columns={columns}
    rows={rows}
    rowKey={(job) => job.id}
    count={(n) => `${n} opportunities`}
    wide={wide}
  />
);

const titles = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? []);
const header = (name: string) => screen.getByRole('columnheader', { name });

test('names the list and shows the number of rows', async () => {
  renderPart(table(jobs));
  expect(screen.getByRole('table', { name: 'Your opportunities' })).toBeTruthy();
  expect(screen.getByText('3 opportunities')).toBeTruthy();
});

test('keeps the given order until sorted by a column, first ascending and then descending', async () => {
  renderPart(table(jobs));
  expect(titles()).toEqual(['rigger', 'Boatbuilder', 'Électrician']);
  await userEvent.click(within(header('Title')).getByRole('button'));
  expect(titles()).toEqual(['Boatbuilder', 'Électrician', 'rigger']);
  expect(header('Title').getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(within(header('Title')).getByRole('button'));
  expect(titles()).toEqual(['rigger', 'Électrician', 'Boatbuilder']);
  expect(header('Title').getAttribute('aria-sort')).toBe('descending');
  expect(header('Seats').getAttribute('aria-sort')).toBeNull();
});

test('sorts numbers by value', async () => {
  renderPart(table(jobs));
  await userEvent.click(within(header('Seats')).getByRole('button'));
  expect(titles()).toEqual(['Électrician', 'Boatbuilder', 'rigger']);
});

test('a column without an order cannot be sorted', () => {
  renderPart(table(jobs));
  expect(within(header('Actions')).queryByRole('button')).toBeNull();
});

test('on a phone, a select sorts the cards, which have no headers', async () => {
  await resizeWindow(360);
  renderPart(table(jobs));
  await userEvent.choose(screen.getByRole('combobox', { name: 'Sort by' }), 'Seats, descending');
  expect(titles()).toEqual(['rigger', 'Boatbuilder', 'Électrician']);
});

test('on a tablet, a wide table shows cards and any other a table; on a desktop, both show a table', async () => {
  const cards = () => screen.getByRole('table').hasAttribute('data-cards');
  const rendered = async (pixels: number, wide: boolean) => {
    await resizeWindow(pixels);
    const { unmount } = renderPart(table(jobs, { wide }));
    const found = cards();
    unmount();
    return found;
  };
  expect([await rendered(768, true), await rendered(768, false), await rendered(992, true)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a column can be limited to the table view', async () => {
  const rendered = async (pixels: number) => {
    await resizeWindow(pixels);
    const given = columns.map((column) =>
      column.key === 'seats' ? { ...column, only: 'table' as const } : column,
    );
    const { unmount } = renderPart(
      <DataTable
        caption="c"
        columns={given}
        rows={jobs}
        rowKey={(job) => job.id}
        count={String}
        wide="very"
      />,
    );
    const cells = screen.getAllByRole('row').at(-1)?.querySelectorAll('td').length;
    unmount();
    return cells;
  };
  expect([await rendered(1199), await rendered(1200)]).toEqual([2, 3]);
});

test('a card’s cells have the names of their columns, except its title and actions', () => {
  renderPart(table(jobs.slice(0, 1)));
  const labels = screen.getAllByRole('cell').map((cell) => cell.getAttribute('data-label'));
  expect(labels).toEqual([null, 'Seats', null]);
});

test('a card leaves out a column without a value', async () => {
  await resizeWindow(360);
  const notes: Column<Job>[] = [
    ...columns,
    { key: 'note', header: 'Note', cell: (job) => (job.id === '1' ? 'Bring gloves' : undefined) },
  ];
  renderPart(
    <DataTable
      caption="Your opportunities"
      columns={notes}
      rows={jobs}
      rowKey={(job) => job.id}
      count={String}
    />,
  );
  const cells = [...document.querySelectorAll<HTMLElement>('td[data-label="Note"]')];
  expect(cells.map((cell) => cell.checkVisibility())).toEqual([true, false, false]);
});

test('a screen that keeps the order in its URL is notified of a change and decides', async () => {
  const changes: Sort[] = [];
  function Kept() {
    const [sort, setSort] = useState<Sort>({ key: 'seats', descending: true });
    const changeSort = (next: Sort) => {
      changes.push(next);
      setSort(next);
    };
    return (
      <DataTable
        caption="c"
        columns={columns}
        rows={jobs}
        rowKey={(job) => job.id}
        count={String}
        sort={sort}
        onSort={changeSort}
      />
    );
  }
  renderPart(<Kept />);
  expect(titles()).toEqual(['rigger', 'Boatbuilder', 'Électrician']);
  await userEvent.click(within(header('Seats')).getByRole('button'));
  expect(changes).toEqual([{ key: 'seats', descending: false }]);
  expect(titles()).toEqual(['Électrician', 'Boatbuilder', 'rigger']);
});

/** Gives each row 50 pixels, and lets a test scroll on a screen that shows twelve rows. */
function layOut() {
  let scrolled = 0;
  let frames: FrameRequestCallback[] = [];
  const heightOf = (body: Element) =>
    [...body.querySelectorAll('tr')].reduce(
      (sum, { style }) => sum + (Number.parseFloat(style.height) || 50),
      0,
    );
  vi.stubGlobal('innerHeight', 600);
  // The page's own size does not matter here; observing it would only re-measure the table.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    let top = -scrolled;
    for (let body = this.previousElementSibling; body; body = body.previousElementSibling)
      if (body.matches('tbody')) top += heightOf(body);
    return new DOMRect(0, top, 1000, heightOf(this));
  });
  const drawFrame = () =>
    flushSync(() => {
      const due = frames;
      frames = [];
      for (const frame of due) frame(0);
    });
  const settle = () => {
    while (frames.length > 0) drawFrame();
  };
  const scrollTo = async (pixels: number) => {
    scrolled = pixels;
    // Any scroll by the browser makes the table look up the visible rows.
    const seen = new Promise((done) => document.addEventListener('scroll', done, { once: true }));
    window.scrollTo(0, window.scrollY === 0 ? 1 : 0);
    await seen;
    // Once the table has rendered the visible rows, it asks for a frame to render the others.
    await waitFor(() => expect(frames).not.toHaveLength(0));
  };
  return { scrollTo, settle };
}

describe('a long list', () => {
  const many = Array.from({ length: 250 }, (_, index) => ({
    id: `${index}`,
    title: `Job ${index}`,
    seats: index,
  }));
  /** Rows of different heights. */
  const uneven = many.map((job) => (job.seats % 3 ? job : { ...job, title: 'long title '.repeat(60) }));
  // Queries by role compute the style of every cell, which is too slow for so many rows.
  const rendered = (container: HTMLElement) =>
    [...container.querySelectorAll('tr[aria-rowindex]')].map(
      (row) => Number(row.getAttribute('aria-rowindex')) - 2,
    );
  const blanks = (container: HTMLElement) =>
    [...container.querySelectorAll<HTMLElement>('tbody[aria-hidden] tr')].map(({ style }) => style.height);
  const counting = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index);

  test('renders only rows near the viewport, and reports the total number of rows', async () => {
    const { scrollTo, settle } = layOut();
    const { container } = renderPart(table(many));
    expect(screen.getByText('250 opportunities')).toBeTruthy();
    expect(container.querySelector('table')?.getAttribute('aria-rowcount')).toBe('251');
    settle();
    expect(rendered(container)).toEqual(counting(0, 26));
    await scrollTo(5000);
    settle();
    expect(rendered(container)).toEqual(counting(86, 126));
    await scrollTo(250 * 50 - 600);
    settle();
    expect(rendered(container)).toEqual(counting(224, 250));
  });

  test('keeps the widths of its columns when longer rows are added, until the window’s width changes', async () => {
    const widths = () => [...document.querySelectorAll('th')].map(({ offsetWidth }) => offsetWidth);
    const { rerender } = renderPart(table(many));
    const before = widths();
    const wordy = { id: 'wordy', title: 'A title that is longer than all the others '.repeat(3), seats: 1 };
    rerender(table([wordy, ...many]));
    expect(widths()).toEqual(before);
    await resizeWindow(1000);
    await waitFor(() => expect(widths()[0]).not.toBe(before[0]));
    const [title = 0, seats = 0] = widths();
    expect(title / seats).toBeGreaterThan((before[0] ?? 0) / (before[1] ?? 1));
  });

  test('has the same height as if all rows were rendered', async () => {
    const { scrollTo, settle } = layOut();
    const { container } = renderPart(table(many));
    settle();
    expect(blanks(container)).toEqual([`${224 * 50}px`]);
    await scrollTo(5000);
    settle();
    expect(blanks(container)).toEqual([`${86 * 50}px`, `${124 * 50}px`]);
  });

  test('renders visible rows immediately, and the rest gradually', async () => {
    const { scrollTo, settle } = layOut();
    const { container } = renderPart(table(many));
    settle();
    await scrollTo(5000);
    expect(rendered(container)).toEqual(counting(99, 113));
    settle();
    expect(rendered(container)).toEqual(counting(86, 126));
  });

  test('keeps the row with the keyboard focus, wherever the list is scrolled', async () => {
    const { scrollTo, settle } = layOut();
    const { container } = renderPart(table(many));
    settle();
    await scrollTo(5000);
    settle();
    const button = screen.getByText('Job 101').closest('tr')?.querySelector('button');
    button?.focus();
    for (const pixels of [250 * 50 - 600, 0, 250 * 50 - 600]) {
      await scrollTo(pixels);
      settle();
      expect(document.activeElement).toBe(button);
    }
    // Including its neighbors, so that Tab can continue from there.
    expect(rendered(container)).toEqual([...counting(100, 103), ...counting(224, 250)]);
    button?.blur();
    await scrollTo(250 * 50 - 700);
    settle();
    expect(rendered(container)).toEqual(counting(222, 250));
  });

  test('measures row heights again after the screen’s width changes', async () => {
    const { scrollTo, settle } = layOut();
    const { container } = renderPart(table(many));
    settle();
    expect(blanks(container)).toEqual([`${224 * 50}px`]);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 500, 80));
    await scrollTo(0);
    settle();
    expect(blanks(container)).toEqual([`${(250 - 17) * 80}px`]);
  });

  test('rendering rows above the viewport does not move the visible rows', async () => {
    const { container } = renderPart(table(uneven));
    const parts = () => [...container.querySelectorAll<HTMLElement>('[data-part]')];
    const topOf = (part: Element | undefined) => part?.getBoundingClientRect().top ?? Number.NaN;
    // Jumps to rows whose height is not known yet, and waits for those above the screen.
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
    await waitFor(() => expect(topOf(parts()[0])).toBeLessThan(-600));
    await waitFor(() => expect(topOf(parts().at(-1))).toBeGreaterThan(window.innerHeight));

    const seen = parts().find((part) => topOf(part) > 0);
    const first = rendered(container)[0] ?? 0;
    const top = topOf(seen);
    window.scrollBy(0, -200);
    await waitFor(() => {
      expect(rendered(container)[0]).toBeLessThan(first);
      expect(topOf(parts()[0])).toBeLessThan(-600);
    });
    expect(Math.abs(topOf(seen) - top - 200)).toBeLessThan(2);
    window.scrollTo(0, 0);
  });

  test('rendering rows does not move a link of the footer that has the focus', async () => {
    const { container } = renderPart(
      <>
        {table(uneven)}
        <footer>
          <a href="/contact">Contact</a>
        </footer>
      </>,
    );
    const link = screen.getByText('Contact');
    link.focus();
    const { top } = link.getBoundingClientRect();
    expect(top).toBeLessThan(window.innerHeight);
    await waitFor(() => {
      expect(rendered(container).at(-1)).toBe(249);
      expect(container.querySelector('[data-part]')?.getBoundingClientRect().top).toBeLessThan(-600);
    });
    expect(Math.abs(link.getBoundingClientRect().top - top)).toBeLessThan(2);
    window.scrollTo(0, 0);
  });

  test('as cards on a phone, shows each row once, wherever the list is scrolled', async () => {
    await resizeWindow(390);
    const { container } = renderPart(table(many));
    const shown = () =>
      [...container.querySelectorAll('tr[aria-rowindex]')].map((row) => row.querySelector('td')?.textContent);
    for (const at of [0, document.documentElement.scrollHeight / 2]) {
      window.scrollTo(0, at);
      await waitFor(() => expect(rendered(container)[0] === 0).toBe(at === 0));
      expect(shown()).toEqual(rendered(container).map((index) => `Job ${index}`));
    }
    window.scrollTo(0, 0);
  });

  test('renders all rows of a list of up to a hundred', () => {
    const { settle } = layOut();
    const { container } = renderPart(table(many.slice(0, 100)));
    settle();
    expect(rendered(container)).toEqual(counting(0, 100));
  });
});

/** Lets a test scroll to the end of the loaded rows. */
function stubEndObserver() {
  let intersect: (() => void) | undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: object[]) => void;
      constructor(seen: (entries: object[]) => void) {
        this.#seen = seen;
      }
      observe() {
        intersect = () => this.#seen([{ isIntersecting: true }]);
      }
      disconnect() {
        intersect = undefined;
      }
    },
  );
  return { reachEnd: () => flushSync(() => intersect?.()) };
}

describe('a list that loads in parts', () => {
  const job = (index: number) => ({ id: `${index}`, title: `Job ${index}`, seats: 250 - index });
  const read = vi.fn();
  const inParts = (rows: number, overrides: Partial<InParts> = {}) => (
    <DataTable
      caption="All opportunities"
      columns={columns.map(({ compare: _, ...column }) => ({ ...column, sorts: true as const }))}
      rows={Array.from({ length: rows }, (_, index) => job(index))}
      rowKey={({ id }) => id}
      count={(n) => `${n} opportunities`}
      sort={{ key: 'seats', descending: false }}
      parts={{ total: 250, read, reading: false, failed: false, ...overrides }}
    />
  );
  beforeEach(() => read.mockClear());

  test('reports its full length, and keeps the order of its parts', () => {
    stubEndObserver();
    renderPart(inParts(100));
    expect(screen.getByText('250 opportunities')).toBeTruthy();
    expect(document.querySelector('tbody td')?.textContent).toBe('Job 0');
    expect(read).not.toHaveBeenCalled();
  });

  test('loads the next page once when the end of the list is near', () => {
    const { reachEnd } = stubEndObserver();
    const { rerender } = renderPart(inParts(100));
    reachEnd();
    expect(read).toHaveBeenCalledTimes(1);
    rerender(inParts(100, { reading: true }));
    reachEnd();
    expect(read).toHaveBeenCalledTimes(1);
    rerender(inParts(200));
    reachEnd();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('stops loading once it is complete', () => {
    const { reachEnd } = stubEndObserver();
    const { rerender } = renderPart(inParts(200));
    rerender(inParts(250));
    reachEnd();
    expect(read).not.toHaveBeenCalled();
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('after a failure, retries only on request', async () => {
    const { reachEnd } = stubEndObserver();
    renderPart(inParts(100, { failed: true }));
    reachEnd();
    expect(read).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Try to show more again'));
    expect(read).toHaveBeenCalledTimes(1);
  });
});
