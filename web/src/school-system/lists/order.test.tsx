import { screen, waitFor } from '@testing-library/dom';
import { t } from '@waypost/contract/i18n';
import { LIST_CHANGED } from '@waypost/contract/school-system/lists/rules';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ids = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-0000000000${letter}1`);
const entries = (words: string[]) =>
  words.map((text, index) => ({ _id: ids[index], name: text, ordinal: index + 1 }));

function open(path: string, answers: Record<string, Answer>) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    ...answers,
  });
  return { requests, ...openApp(path) };
}

const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map((one) => one.body);
const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the order of a list', () => {
  const rows = entries(['Boats', 'Bread', 'Bees']);

  test('changes step by step, is announced, and is saved in full with ordinals from 1', async () => {
    let stored = rows;
    const { requests } = open('/admin/focusAreas', {
      '/api/getFocusAreas': () => stored,
      '/api/reorderFocusAreas': () => {
        stored = [rows[1], rows[0], rows[2]].filter((row) => row !== undefined);
        return { message: 'success' };
      },
    });
    await userEvent.click(await button('Move Boats down'));
    expect(names()).toEqual(['Bread', 'Boats', 'Bees']);
    expect(screen.getByText('Boats is now at place 2 of 3.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Boats down'));
    expect(screen.queryByRole('button', { name: 'Add focus area' })).toBeNull();
    await userEvent.click(await button('Save Reorder'));
    expect(await screen.findByText('Reorder Successful.')).toBeTruthy();
    expect(sentTo(requests, '/api/reorderFocusAreas')).toEqual([
      {
        list: [
          { _id: ids[1], ordinal: 1 },
          { _id: ids[0], ordinal: 2 },
          { _id: ids[2], ordinal: 3 },
        ],
      },
    ]);
    const toggle = await button('Add focus area');
    await waitFor(() => expect(document.activeElement).toBe(toggle));
    expect(names()).toEqual(['Bread', 'Boats', 'Bees']);
  });

  test('goes back with Undo in the notice', async () => {
    let stored = rows;
    const { requests } = open('/admin/focusAreas', {
      '/api/getFocusAreas': () => stored,
      '/api/reorderFocusAreas': ({ body }: RecordedRequest) => {
        const { list } = body as { list: { _id: string }[] };
        stored = list.flatMap(({ _id }) => rows.filter((row) => row._id === _id));
        return { message: 'success' };
      },
    });
    await userEvent.click(await button('Move Boats down'));
    await userEvent.click(await button('Save Reorder'));
    await screen.findByText('Reorder Successful.');
    await userEvent.click(await button('Undo'));
    await waitFor(() => expect(names()).toEqual(['Boats', 'Bread', 'Bees']));
    expect(sentTo(requests, '/api/reorderFocusAreas')).toHaveLength(2);
  });

  test('also changes by dragging with the pointer', async () => {
    open('/admin/focusAreas', { '/api/getFocusAreas': rows });
    await userEvent.drag(await button('Move Boats'), await button('Move Bees'));
    await waitFor(() => expect(names()).toEqual(['Bread', 'Bees', 'Boats']));
    expect(await button('Save Reorder')).toBeTruthy();
  });

  test('can be undone, and counts as unchanged once it is the same again', async () => {
    open('/admin/focusAreas', { '/api/getFocusAreas': rows });
    await userEvent.click(await button('Move Bees up'));
    await userEvent.click(await button('Undo'));
    expect(names()).toEqual(['Boats', 'Bread', 'Bees']);
    expect(document.activeElement).toBe(await button('Add focus area'));
    await userEvent.click(await button('Move Bees up'));
    await userEvent.click(await button('Move Bees down'));
    await button('Add focus area');
  });

  test('is refetched with a notice when someone else has changed the list', async () => {
    let stored = rows;
    open('/admin/focusAreas', {
      '/api/getFocusAreas': () => stored,
      '/api/reorderFocusAreas': () => {
        stored = entries(['Boats', 'Bread']);
        return refused(409, 'conflict', t(LIST_CHANGED));
      },
    });
    await userEvent.click(await button('Move Boats down'));
    await userEvent.click(await button('Save Reorder'));
    expect((await screen.findAllByText(t(LIST_CHANGED))).length).toBeGreaterThan(0);
    await waitFor(() => expect(names()).toEqual(['Boats', 'Bread']));
    await button('Add focus area');
  });

  test('is kept as arranged when saving it fails', async () => {
    open('/admin/focusAreas', {
      '/api/getFocusAreas': rows,
      '/api/reorderFocusAreas': refused(500, 'our-fault', 'Something went wrong'),
    });
    await userEvent.click(await button('Move Boats down'));
    await userEvent.click(await button('Save Reorder'));
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    expect(screen.getByText('Uh Oh')).toBeTruthy();
    expect(names()).toEqual(['Bread', 'Boats', 'Bees']);
    await button('Save Reorder');
  });

  test('is discarded only after a confirmation', async () => {
    open('/admin/focusAreas', { '/api/getFocusAreas': rows, '/api/getPrograms': [] });
    await userEvent.click(await button('Move Boats down'));
    await userEvent.click(await screen.findByRole('button', { name: /Site Admin/ }));
    await userEvent.click(await screen.findByRole('link', { name: 'Programs' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  });

  test('cannot move an entry beyond either end', async () => {
    open('/admin/focusAreas', { '/api/getFocusAreas': rows });
    expect(await button('Move Boats up')).toHaveProperty('disabled', true);
    expect(await button('Move Bees down')).toHaveProperty('disabled', true);
    await userEvent.click(await button('Move Bread up'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Bread down'));
  });
});
