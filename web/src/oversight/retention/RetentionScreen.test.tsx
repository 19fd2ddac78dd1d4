import { screen, waitFor, within } from '@testing-library/dom';
import type { FormerStudent } from '@waypost/contract/oversight/retention/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ada: FormerStudent = {
  _id: '00000000-0000-4000-8000-00000000000a',
  name: 'Ada Lovelace',
  email: 'ada@bay.test',
  school: 'Bay High',
  graduation_year: 2015,
  left_on: '2015-08-31',
  deletes_on: '2026-04-01',
};

function open(
  address = '',
  retention: { years: number | null; next: string | null; due: number } | null = null,
) {
  let saved = retention ?? { years: null, next: null, due: 0 };
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/getRetention': () => saved,
    '/api/filterLeftStudents': () => partOf(1, [ada]),
    '/api/saveRetention': ({ body }: RecordedRequest) => {
      const { years, password } = body as { years: number | null; password: string };
      if (password !== 'a boat on the bay')
        return refused(400, 'invalid-input', 'Check your form for errors', {
          password: ['Wrong password entered'],
        });
      saved = { years, next: null, due: 0 };
      return saved;
    },
  });
  openApp(`/admin/retention${address}`);
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
}

test('previews who would be deleted when, before it is turned on with the password', async () => {
  const sent = open();
  expect(await screen.findByText('Off: no record is deleted automatically.')).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'Retention of records' }));
  const rows = (await table.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(rows).toEqual(['Ada LovelaceBay High201508/31/201504/01/2026']);
  expect(screen.getByText('The list is a preview. Nothing is deleted until you confirm.')).toBeTruthy();
  const select = screen.getByLabelText('After a student leaves, keep records for');
  await userEvent.choose(select, '7 years');
  await waitFor(() =>
    expect(sent('/api/filterLeftStudents').at(-1)).toEqual({ years: 7, limit: 100, offset: 0 }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete after 7 years' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Delete after 7 years' }));
  expect(asking.getByText(/four weeks before/)).toBeTruthy();
  const press = () => userEvent.click(asking.getByRole('button', { name: 'Delete after 7 years' }));
  await press();
  expect(await asking.findByText('password is required')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'wrong');
  await press();
  expect(await asking.findByText('Wrong password entered')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  await press();
  expect(
    await screen.findByText(
      /^Records are deleted 7 years after a student leaves school\. No deletion is scheduled yet\./,
    ),
  ).toBeTruthy();
  expect(sent('/api/saveRetention').at(-1)).toEqual({ years: 7, password: 'a boat on the bay' });
  expect(screen.queryByRole('button', { name: 'Delete after 7 years' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(select));
});

test('says when the next are deleted, and is turned off with the password', async () => {
  const sent = open('', { years: 5, next: '2026-04-01', due: 1200 });
  expect(
    await screen.findByText(
      'Records are deleted 5 years after a student leaves school. Next: 1,200 students on 04/01/2026.',
    ),
  ).toBeTruthy();
  expect(sent('/api/filterLeftStudents').at(-1)).toEqual({ years: 5, limit: 100, offset: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Turn off' }));
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  await userEvent.click(asking.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Off: no record is deleted automatically.')).toBeTruthy();
  expect(sent('/api/saveRetention')).toEqual([{ years: null, password: 'a boat on the bay' }]);
});

test('the list is exported', async () => {
  open();
  await screen.findByRole('table', { name: 'Retention of records' });
  const saved = await userEvent.saveFile(await screen.findByRole('button', { name: /Export/ }));
  expect([saved.name, saved.text]).toEqual([
    'retention.csv',
    expect.stringContaining('Ada Lovelace,ada@bay.test,Bay High,2015,08/31/2015,04/01/2026'),
  ]);
});
