import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { expect, test, vi } from 'vitest';
import { aListedUser } from '../../testing/listed.ts';
import { type Answer, answer, partOf, refused } from '../../testing/server.ts';
import { makeQueryClient } from './queries.ts';
import { readAll, wholeQuery } from './read-all.ts';

const { filterUsers } = peopleCalls;
type Body = { limit: number; offset: number };

const people = (count: number) => Array.from({ length: count }, (_, n) => aListedUser({ _id: `${n}` }));

/** A server whose list changes with each request, as given by `listAt`. */
function list(listAt: (asking: number) => readonly unknown[]) {
  let asking = 0;
  return answer({
    [filterUsers.path]: ({ body }: { body: Body }) => {
      const rows = listAt(asking++);
      return partOf(rows.length, rows.slice(body.offset, body.offset + body.limit));
    },
  } satisfies Record<string, Answer>);
}

const read = (onProgress = vi.fn(), signal = new AbortController().signal) =>
  readAll(filterUsers, { role: 'Student', search: 'm' }, { onProgress, signal });

test('reads every row of the filter in parts, and reports progress', async () => {
  const requests = list(() => people(1200));
  const onProgress = vi.fn();
  const rows = await read(onProgress);
  expect(rows.map(({ _id }) => _id)).toEqual(people(1200).map(({ _id }) => _id));
  expect(onProgress.mock.calls).toEqual([
    [500, 1200],
    [999, 1200],
    [1200, 1200],
  ]);
  const filter = { role: 'Student', search: 'm', limit: 500, exporting: true };
  expect(requests.map(({ body }) => body)).toEqual([0, 499, 998].map((offset) => ({ ...filter, offset })));
});

test('a screen that needs a whole list reads it in parts too, without recording an export', async () => {
  const requests = list(() => people(600));
  const rows = await makeQueryClient(() => undefined).fetchQuery(
    wholeQuery(filterUsers, { role: 'Student' }),
  );
  expect(rows).toEqual(people(600));
  const filter = { role: 'Student', limit: 500 };
  expect(requests.map(({ body }) => body)).toEqual([0, 499].map((offset) => ({ ...filter, offset })));
});

test('reads an empty list too', async () => {
  list(() => []);
  expect(await read()).toEqual([]);
});

test('reads a list again if it changed meanwhile, and records the export only once', async () => {
  const all = people(600);
  // The first row is deleted before the second part, which moves another row from there to the first part.
  const requests = list((asking) => (asking === 0 ? all : all.slice(1)));
  expect((await read()).map(({ _id }) => _id)).toEqual(all.slice(1).map(({ _id }) => _id));
  expect(requests.map(({ body }) => Object(body).exporting)).toEqual([true, true, undefined, undefined]);
});

test('detects one row that was added while another was deleted', async () => {
  const all = people(600);
  const [gone, ...others] = all;
  const after = [...others, aListedUser({ _id: 'new' })];
  list((asking) => (asking === 0 ? all : after));
  const rows = await read();
  expect(rows.map(({ _id }) => _id)).toEqual(after.map(({ _id }) => _id));
  expect(rows).not.toContainEqual(gone);
});

test('gives up on a list that keeps changing, instead of saving it incomplete', async () => {
  const all = people(900);
  const requests = list((asking) => all.slice(asking));
  await expect(read()).rejects.toThrow('The list changed while it was being read.');
  expect(requests).toHaveLength(6);
});

test('a failed part fails the whole export and stops further requests', async () => {
  const requests = answer({ [filterUsers.path]: refused(500, 'our-fault', 'Something went wrong') });
  await expect(read()).rejects.toThrow('Something went wrong');
  expect(requests).toHaveLength(1);
});

test('a canceled export sends no more requests', async () => {
  const controller = new AbortController();
  const requests = list(() => people(1200));
  const cancel = vi.fn(() => controller.abort(new Error('cancelled')));
  await expect(read(cancel, controller.signal)).rejects.toThrow('cancelled');
  expect(requests).toHaveLength(1);
});
