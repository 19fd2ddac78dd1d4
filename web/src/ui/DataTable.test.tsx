import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { byNumber, byText, type Column, type Sort } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import type { InParts } from './use-growing.tsx';

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
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

test('it says what it lists and how many there are', () => {
  renderPart(table(jobs));
  expect(screen.getByRole('table', { name: 'Your opportunities' })).toBeTruthy();
  expect(screen.getByText('3 opportunities')).toBeTruthy();
});

test('rows come as they were given until a column sorts them, up first and then down', async () => {
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

test('numbers sort by size', async () => {
  renderPart(table(jobs));
  await userEvent.click(within(header('Seats')).getByRole('button'));
  expect(titles()).toEqual(['Électrician', 'Boatbuilder', 'rigger']);
});

test('a column without an order offers none', () => {
  renderPart(table(jobs));
  expect(within(header('Actions')).queryByRole('button')).toBeNull();
});

/** A screen so many pixels wide, as the table asks for it. */
function screenOf(pixels: number): void {
  const limit = (query: string) => 16 * Number(/[\d.]+/.exec(query)?.[0]);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: pixels <= limit(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

test('on a phone, where headers are gone, a choice sorts the cards', async () => {
  screenOf(360);
  renderPart(table(jobs));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Seats, descending');
  expect(titles()).toEqual(['rigger', 'Boatbuilder', 'Électrician']);
});

test('a wide table is cards on a tablet too, any other is a table there, and both are on a desk', () => {
  const cards = () => screen.getByRole('table').hasAttribute('data-cards');
  const drawn = (pixels: number, wide: boolean) => {
    screenOf(pixels);
    const { unmount } = renderPart(table(jobs, { wide }));
    const found = cards();
    unmount();
    return found;
  };
  expect([drawn(768, true), drawn(768, false), drawn(992, true)]).toEqual([true, false, false]);
});

test('a column may stand in the table alone', () => {
  const drawn = (pixels: number) => {
    screenOf(pixels);
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
  expect([drawn(1199), drawn(1200)]).toEqual([2, 3]);
});

test('a cell of a card carries its column’s name, a card’s title and actions none', () => {
  renderPart(table(jobs.slice(0, 1)));
  const labels = screen.getAllByRole('cell').map((cell) => cell.getAttribute('data-label'));
  expect(labels).toEqual([null, 'Seats', null]);
});

test('a screen that keeps the order in its address is told of a change and decides', async () => {
  const told: Sort[] = [];
  function Kept() {
    const [sort, setSort] = useState<Sort>({ key: 'seats', descending: true });
    const tell = (next: Sort) => {
      told.push(next);
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
        onSort={tell}
      />
    );
  }
  renderPart(<Kept />);
  expect(titles()).toEqual(['rigger', 'Boatbuilder', 'Électrician']);
  await userEvent.click(within(header('Seats')).getByRole('button'));
  expect(told).toEqual([{ key: 'seats', descending: false }]);
  expect(titles()).toEqual(['Électrician', 'Boatbuilder', 'rigger']);
});

/** Lets a test bring the end of what is drawn into view, and scroll rows away and back; what is new is in view. */
function watchTheView() {
  const watched = new Map<Element, (isIntersecting: boolean) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: object[]) => void;
      constructor(seen: (entries: object[]) => void) {
        this.#seen = seen;
      }
      observe(element: Element) {
        const tell = (isIntersecting: boolean) =>
          this.#seen([{ isIntersecting, boundingClientRect: { height: 700 } }]);
        watched.set(element, tell);
        if (element.matches('tbody')) tell(true);
      }
      disconnect() {}
    },
  );
  const tell = (chosen: (element: Element) => boolean, isIntersecting: boolean) =>
    act(() => {
      for (const [element, seen] of watched) if (element.isConnected && chosen(element)) seen(isIntersecting);
    });
  return {
    reachEnd: () => tell((element) => element.matches('div'), true),
    scroll: (text: string, into: 'into view' | 'away') =>
      tell((element) => element === screen.queryByText(text)?.closest('tbody'), into === 'into view'),
    scrollAllBack: () => tell((element) => element.matches('tbody'), true),
  };
}

test('a long list is drawn as far as it is looked at, and says its full length', async () => {
  const { reachEnd } = watchTheView();
  const many = Array.from({ length: 250 }, (_, index) => ({
    id: `${index}`,
    title: `Job ${index}`,
    seats: index,
  }));
  const { container } = renderPart(table(many));
  expect(screen.getByText('250 opportunities')).toBeTruthy();
  expect(container.querySelector('table')?.getAttribute('aria-rowcount')).toBe('251');
  // Asking by role looks at every cell's style: too slow for so many rows.
  const drawn = () => container.querySelectorAll('tbody tr').length;
  expect(drawn()).toBe(100);
  reachEnd();
  expect(drawn()).toBe(200);
  await userEvent.click(screen.getByText('Show more'));
  expect(drawn()).toBe(250);
  expect(screen.queryByText('Show more')).toBeNull();
});

describe('rows of a long list that are far from the screen', () => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    id: `${index}`,
    title: `Job ${index}`,
    seats: index,
  }));
  const numbers = (container: HTMLElement) =>
    [...container.querySelectorAll('tr[aria-rowindex]')].map((row) =>
      Number(row.getAttribute('aria-rowindex')),
    );
  const blanks = (container: HTMLElement) => [
    ...container.querySelectorAll<HTMLElement>('tbody[aria-hidden] tr'),
  ];

  test('give way to a blank as high as they were, and come back with their places', () => {
    const { reachEnd, scroll, scrollAllBack } = watchTheView();
    const { container } = renderPart(table(many));
    reachEnd();
    const all = Array.from({ length: 120 }, (_, index) => index + 2);
    expect(numbers(container)).toEqual(all);
    scroll('Job 5', 'away');
    expect(numbers(container)).toEqual(all.slice(12));
    expect(blanks(container).map(({ style }) => style.height)).toEqual(['700px']);
    scrollAllBack();
    expect(numbers(container)).toEqual(all);
    expect(blanks(container)).toEqual([]);
  });

  test('stay while the keyboard is in them', () => {
    const { reachEnd, scroll } = watchTheView();
    const { container } = renderPart(table(many));
    reachEnd();
    screen.getByText('Job 5').closest('tr')?.querySelector('button')?.focus();
    scroll('Job 5', 'away');
    expect(numbers(container)).toHaveLength(120);
  });

  test('a short list keeps all of its rows', () => {
    const { scroll } = watchTheView();
    const { container } = renderPart(table(many.slice(0, 100)));
    scroll('Job 5', 'away');
    expect(numbers(container)).toHaveLength(100);
  });
});

describe('a list that is read part by part', () => {
  const job = (index: number) => ({ id: `${index}`, title: `Job ${index}`, seats: 250 - index });
  const read = vi.fn();
  const inParts = (rows: number, but: Partial<InParts> = {}) => (
    <DataTable
      caption="All opportunities"
      columns={columns.map(({ compare: _, ...column }) => ({ ...column, sorts: true as const }))}
      rows={Array.from({ length: rows }, (_, index) => job(index))}
      rowKey={({ id }) => id}
      count={(n) => `${n} opportunities`}
      sort={{ key: 'seats', descending: false }}
      parts={{ total: 250, read, reading: false, failed: false, list: 'all', ...but }}
    />
  );
  const drawn = () => document.querySelectorAll('tbody tr').length;
  beforeEach(() => read.mockClear());

  test('says its full length, and stays in the order in which it came', () => {
    watchTheView();
    renderPart(inParts(100));
    expect(screen.getByText('250 opportunities')).toBeTruthy();
    expect(document.querySelector('tbody td')?.textContent).toBe('Job 0');
    expect(read).not.toHaveBeenCalled();
  });

  test('reads its next part when the end comes into view, once', () => {
    const { reachEnd } = watchTheView();
    const { rerender } = renderPart(inParts(100));
    reachEnd();
    expect(read).toHaveBeenCalledTimes(1);
    rerender(inParts(100, { reading: true }));
    reachEnd();
    expect(read).toHaveBeenCalledTimes(1);
    rerender(inParts(200));
    expect(drawn()).toBe(200);
  });

  test('that failed is tried again by the person alone', async () => {
    const { reachEnd } = watchTheView();
    const { rerender } = renderPart(inParts(100));
    reachEnd();
    rerender(inParts(100, { failed: true }));
    expect(read).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByText('Try to show more again'));
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('that has become another is drawn from its start', () => {
    const { reachEnd } = watchTheView();
    const { rerender } = renderPart(inParts(250));
    reachEnd();
    reachEnd();
    expect(drawn()).toBe(250);
    rerender(inParts(250, { list: 'of one school' }));
    expect(drawn()).toBe(100);
  });
});
