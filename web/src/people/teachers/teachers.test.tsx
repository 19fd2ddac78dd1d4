import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { aListedUser } from '../../../testing/listed.ts';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ADMIN = '00000000-0000-4000-8000-0000000000a1';
const TESS = '00000000-0000-4000-8000-0000000000d1';
const tess = {
  _id: TESS,
  role: 'Teacher',
  first_name: 'Tess',
  last_name: 'Reed',
  email: 'tess@bay.test',
  schools: ['Bay High'],
  programs: ['Boats'],
} as const;
const listed = aListedUser({ ...tess, schools: ['Bay High'], programs: ['Boats'] });

function open(address: string, answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ _id: ADMIN, role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [
      { _id: 's', name: 'Bay High', location: null },
      { _id: 't', name: 'River High', location: null },
    ],
    '/api/getPrograms': [{ _id: 'p', name: 'Boats' }],
    '/api/getFocusAreas': [],
    '/api/filterUsers': [listed],
    '/api/user': aUser({ ...tess, schools: ['Bay High'], programs: ['Boats'] }),
    ...answers,
  });
  return { requests, ...openApp(address) };
}

const sentTo = (requests: ReturnType<typeof answer>, path: string) =>
  requests.filter((one) => one.path === path).map(({ body }) => body);
const form = () => screen.findByRole('form');
const fill = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

test('the list shows each teacher, with links to edit, masquerade and delete', async () => {
  open('/admins');
  const row = within(await screen.findByRole('row', { name: /Tess Reed/ }));
  expect(row.getByRole('link', { name: 'Tess Reed' }).getAttribute('href')).toBe(`/admins/${TESS}`);
  const masquerade = row.getByRole('link', { name: 'Masquerade as Tess Reed' });
  expect(masquerade.getAttribute('href')).toBe(`/admin/masquerade/${ADMIN}/${TESS}`);
  expect(row.getByRole('button', { name: 'Delete Tess Reed' })).toBeTruthy();
  for (const words of ['tess@bay.test', 'Bay High', 'Boats']) expect(row.getByText(words)).toBeTruthy();
});

test('filters are kept in the query string and sent to the server, for teachers of any approval', async () => {
  const { requests, router } = open('/admins?schools=["Bay High"]');
  await screen.findByRole('row', { name: /Tess Reed/ });
  const filter = {
    role: 'Teacher',
    schools: ['Bay High'],
    programs: [],
    descending: false,
    limit: 100,
    offset: 0,
  };
  expect(sentTo(requests, '/api/filterUsers')).toEqual([filter]);
  await userEvent.click(screen.getByRole('button', { name: /^Programs/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Boats' }));
  await waitFor(() =>
    expect(sentTo(requests, '/api/filterUsers').at(-1)).toEqual({ ...filter, programs: ['Boats'] }),
  );
  expect(router.state.location.search).toEqual({ schools: ['Bay High'], programs: ['Boats'] });
});

test('loads a long list of teachers in parts, sorted by name in either direction', async () => {
  // Tall enough to render every row.
  vi.stubGlobal('innerHeight', 10_000);
  const teachers = Array.from({ length: 101 }, (_, n) => ({
    ...listed,
    _id: `${n}`,
    last_name: `Reed ${n}`,
  }));
  const { requests } = open('/admins', {
    '/api/filterUsers': ({ body }: { body: { limit: number; offset: number } }) =>
      partOf(teachers.length, teachers.slice(body.offset, body.offset + body.limit)),
  });
  expect(await screen.findByText('101 teachers')).toBeTruthy();
  expect(await screen.findByText('Tess Reed 99')).toBeTruthy();
  // Scroll down, because the next part loads when its position is near the visible area.
  await userEvent.keyboard('{End}');
  expect(await screen.findByText('Tess Reed 100')).toBeTruthy();
  await userEvent.click(screen.getByText('User'));
  const parts = () => sentTo(requests, '/api/filterUsers').map((body) => Object(body));
  await waitFor(() => expect(parts().at(-1)).toMatchObject({ descending: true, offset: 0 }));
  expect(parts().map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 100],
    [100, 500],
    [0, 100],
  ]);
});

test('creates a teacher, then returns to the refetched list', async () => {
  const { requests } = open('/admins', { '/api/createTeacher': { message: 'success' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a teacher' }));
  await fill(/First name/, 'Ann');
  await fill(/Last name/, 'Lee');
  await fill(/Email/, 'ann@bay.test');
  const fields = within(await form());
  await userEvent.click(fields.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await fields.findByRole('checkbox', { name: 'River High' }));
  const before = sentTo(requests, '/api/filterUsers').length;
  await userEvent.click(fields.getByRole('button', { name: 'Create teacher' }));
  expect(await screen.findByText('Admin successfully created.')).toBeTruthy();
  expect(screen.getByText('Success')).toBeTruthy();
  expect(sentTo(requests, '/api/createTeacher')).toEqual([
    { first_name: 'Ann', last_name: 'Lee', email: 'ann@bay.test', schools: ['River High'], programs: [] },
  ]);
  expect(await screen.findByRole('row', { name: /Tess Reed/ })).toBeTruthy();
  await waitFor(() => expect(sentTo(requests, '/api/filterUsers').length).toBeGreaterThan(before));
});

test('an id in the URL opens that teacher’s form, and saving returns to the list', async () => {
  const { requests, router } = open(`/admins/${TESS}`, { '/api/editTeacher': { message: 'success' } });
  await screen.findByRole('heading', { name: 'Edit Tess Reed' });
  await fill(/Last name/, 'Rush');
  await userEvent.click(screen.getByRole('button', { name: 'Save teacher' }));
  expect(await screen.findByText('Admin successfully edited.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admins'));
  expect(sentTo(requests, '/api/editTeacher')).toEqual([
    {
      id: TESS,
      revision: 1,
      first_name: 'Tess',
      last_name: 'Rush',
      email: 'tess@bay.test',
      schools: ['Bay High'],
      programs: ['Boats'],
    },
  ]);
  expect(await screen.findByRole('row', { name: /Tess Reed/ })).toBeTruthy();
});

test('shows at its field that an email is already taken, and keeps the input', async () => {
  open(`/admins/${TESS}`, { '/api/editTeacher': { message: 'User Exists' } });
  await fill(/Email/, 'taken@bay.test');
  await userEvent.click(screen.getByRole('button', { name: 'Save teacher' }));
  expect(await screen.findByText('Check the Email')).toBeTruthy();
  expect(screen.getByText('User Exists')).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>(/Email/)).value).toBe('taken@bay.test');
});

test('shows errors at the fields of an empty form, and sends nothing', async () => {
  const { requests } = open('/admins');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a teacher' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create teacher' }));
  expect(await screen.findAllByText('this field is required')).toHaveLength(3);
  expect(sentTo(requests, '/api/createTeacher')).toEqual([]);
});

test('shows the server’s message when the school system is full', async () => {
  const words = 'This school system has reached its number of users. Contact an administrator';
  open(`/admins/${TESS}`, { '/api/editTeacher': refused(409, 'conflict', words) });
  await fill(/Last name/, 'Rush');
  await userEvent.click(screen.getByRole('button', { name: 'Save teacher' }));
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test('warns when a teacher could not be saved, and keeps the input', async () => {
  open(`/admins/${TESS}`, { '/api/editTeacher': refused(500, 'our-fault', 'Our own words') });
  await fill(/Last name/, 'Rush');
  await userEvent.click(screen.getByRole('button', { name: 'Save teacher' }));
  expect(await screen.findByText('Something went wrong')).toBeTruthy();
  expect(screen.getByText('Uh Oh')).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>(/Last name/)).value).toBe('Rush');
});

test('asks before deleting, with the name, and confirms it', async () => {
  const { requests } = open('/admins', { '/api/deleteTeacher': { message: 'success' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tess Reed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(dialog.getByText(/You are going to delete/).textContent).toContain('Tess Reed');
  expect(sentTo(requests, '/api/deleteTeacher')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Admin successfully deleted.')).toBeTruthy();
  expect(sentTo(requests, '/api/deleteTeacher')).toEqual([{ id: TESS }]);
});

test('warns when a delete fails', async () => {
  open('/admins', { '/api/deleteTeacher': refused(500, 'our-fault', 'Something went wrong') });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tess Reed' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Uh Oh')).toBeTruthy();
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

test('says that an account of another role is not a teacher', async () => {
  open(`/admins/${TESS}`, { '/api/user': aUser({ _id: TESS }) });
  expect(await screen.findByText('This isn’t a teacher')).toBeTruthy();
});

test('says what to do next without teachers', async () => {
  open('/admins', { '/api/filterUsers': [] });
  expect(await screen.findByRole('button', { name: 'Add your first teacher' })).toBeTruthy();
});

test.each(['schools=["North High"]', 'programs=["Nursing"]', 'schools=["North High"]&programs=["Nursing"]'])(
  'says that no teacher matches %s',
  async (filters) => {
    open(`/admins?${filters}`, { '/api/filterUsers': [] });
    expect(await screen.findByText('No teacher matches')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add your first teacher' })).toBeNull();
  },
);

test('offers to retry when a list could not be loaded', async () => {
  let broken = true;
  open('/admins', {
    '/api/filterUsers': () => (broken ? refused(500, 'our-fault', 'Something went wrong') : [listed]),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('row', { name: /Tess Reed/ })).toBeTruthy();
});
