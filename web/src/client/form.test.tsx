import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/dom';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { StudentProfile } from '@waypost/contract/people/profiles/forms';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/people.ts';
import { renderPart } from '../../testing/render.tsx';
import { answer, refused } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import { FieldRefused, useCheckedForm } from './form.ts';
import { useCall } from './queries.ts';

const Profile = StudentProfile.pick({ first_name: true, cell_phone: true, last_name: true });

function ProfileForm({ firstName = '', lastName = '' }) {
  const saving = useCall(profileCalls.saveProfile);
  const { form, formProps, busy } = useCheckedForm({
    schema: Profile,
    initialValues: { first_name: firstName, cell_phone: '', last_name: lastName },
    within: 'profile',
    submit: async (profile) => {
      const { email } = await saving.mutateAsync({ profile });
      if (email === 'taken') throw new FieldRefused('last_name', 'somebody else is called so');
    },
  });
  return (
    <form {...formProps}>
      <TextInput label="First name" {...form.getInputProps('first_name')} />
      <TextInput label="Cell phone" {...form.getInputProps('cell_phone')} />
      <TextInput label="Last name" {...form.getInputProps('last_name')} />
      <Button type="submit" loading={busy}>
        Save
      </Button>
      <p>{form.isDirty() ? 'changed' : 'as saved'}</p>
      <dialog open aria-label="Delete this file?">
        <Button>Delete it</Button>
      </dialog>
    </form>
  );
}

const field = (name: string) => screen.getByRole('textbox', { name });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a field shows its error after it loses the focus, and not before', async () => {
  renderPart(<ProfileForm />);
  await userEvent.type(field('Cell phone'), '12');
  expect(screen.queryByText('must look like (000)000-0000')).toBeNull();
  await userEvent.tab();
  expect(await screen.findByText('must look like (000)000-0000')).toBeTruthy();
  expect(screen.queryByText('this field is required')).toBeNull();
});

test('an invalid form is not sent: each field shows its error and the first one gets the focus', async () => {
  const requests = answer({});
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), 'Maya');
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(field('Last name')));
  expect(field('Last name').getAttribute('aria-invalid')).toBe('true');
  expect(await screen.findByText('Check Your Form for errors')).toBeTruthy();
  expect(requests).toEqual([]);
});

test.each([
  ['on a page', <ProfileForm key="page" />],
  [
    'in a dialog',
    <dialog key="dialog" open>
      <ProfileForm />
    </dialog>,
  ],
])(
  'a button that submits %s does not move under the pointer when the previous field shows an error',
  async (_, form) => {
    answer({});
    renderPart(form);
    await userEvent.type(field('Cell phone'), '12');
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.hold(button);
    expect(screen.queryByText('must look like (000)000-0000')).toBeNull();
    await userEvent.release();
    expect(await screen.findByText('must look like (000)000-0000')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('First name')));
  },
);

test('Save has the focus after being pressed with no field focused', async () => {
  answer({ '/api/user': { _id: 'u1' } });
  renderPart(<ProfileForm firstName="Maya" lastName="Okafor" />);
  expect(document.activeElement).toBe(document.body);
  await userEvent.hold(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
  await userEvent.release();
});

test('a button of a dialog inside the form takes the focus from a field', async () => {
  renderPart(<ProfileForm />);
  await userEvent.click(field('First name'));
  const button = screen.getByRole('button', { name: 'Delete it' });
  await userEvent.hold(button);
  expect(document.activeElement).toBe(button);
  await userEvent.release();
});

test('server errors appear at the same fields, and no input is lost', async () => {
  answer({
    '/api/user': refused(400, 'invalid-input', 'Check it', { 'profile.first_name': ['this name is taken'] }),
  });
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), 'Maya');
  await userEvent.type(field('Last name'), 'Okafor');
  await submit();
  expect(await screen.findByText('this name is taken')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('First name')));
  expect(field('Last name')).toHaveProperty('value', 'Okafor');
  expect(screen.getAllByText('Check Your Form for errors')).toHaveLength(1);
});

test('a refusal about a field appears at that field, focuses it, and leaves the form unsaved', async () => {
  answer({ '/api/user': { email: 'taken' } });
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), 'Maya');
  await userEvent.type(field('Last name'), 'Okafor');
  await submit();
  expect(await screen.findByText('somebody else is called so')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Last name')));
  expect(screen.getByText('changed')).toBeTruthy();
  expect(screen.queryByText('Check Your Form for errors')).toBeNull();
});

test('an error without a field appears in a notice', async () => {
  answer({
    '/api/user': refused(400, 'invalid-input', 'Check it', { client: ['this school system is full'] }),
  });
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), 'Maya');
  await userEvent.type(field('Last name'), 'Okafor');
  await submit();
  expect(await screen.findByText('this school system is full')).toBeTruthy();
});

test('sends the schema’s output, and then has no unsaved changes', async () => {
  const requests = answer({ '/api/user': { _id: 'u1' } });
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), '  Maya ');
  await userEvent.type(field('Last name'), 'Okafor');
  expect(screen.getByText('changed')).toBeTruthy();
  await submit();
  await screen.findByText('as saved');
  expect(requests.map(({ body }) => body)).toEqual([
    { profile: { first_name: 'Maya', cell_phone: '', last_name: 'Okafor' } },
  ]);
});

test('a second submit during the first does nothing', async () => {
  const answers: (() => void)[] = [];
  const requests = answer({
    '/api/user': () => new Promise((give) => answers.push(() => give({ _id: 'u1' }))),
  });
  renderPart(<ProfileForm />);
  await userEvent.type(field('First name'), 'Maya');
  await userEvent.type(field('Last name'), 'Okafor');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await screen.findByText('as saved');
  expect(requests).toHaveLength(1);
});

const record = { first_name: 'Maya', cell_phone: '', last_name: 'Okafor' };
const changedMeanwhile = refused(409, 'changed-meanwhile', 'Someone else changed this meanwhile');

/** A form of a record that is stored as `stored` when it is loaded again. */
function EditForm({ stored }: { stored: typeof record }) {
  const saving = useCall(profileCalls.saveProfile);
  const { form, formProps } = useCheckedForm({
    schema: Profile,
    initialValues: record,
    edits: { revision: 1, load: async () => ({ values: stored, revision: 2 }) },
    submit: (profile, revision) => saving.mutateAsync({ profile, revision }),
  });
  return (
    <form {...formProps}>
      <TextInput label="First name" {...form.getInputProps('first_name')} />
      <TextInput label="Cell phone" {...form.getInputProps('cell_phone')} />
      <TextInput label="Last name" {...form.getInputProps('last_name')} />
      <Button type="submit">Save</Button>
      <p>{form.isDirty() ? 'changed' : 'as saved'}</p>
    </form>
  );
}

test('if someone else saved the record meanwhile, both versions are shown, and the next save replaces theirs', async () => {
  const replies = [changedMeanwhile, aUser()];
  const requests = answer({ '/api/user': () => replies.shift() });
  renderPart(<EditForm stored={{ ...record, first_name: 'Mia', last_name: 'Ogden' }} />);
  await userEvent.fill(field('First name'), 'May');
  await submit();
  expect(
    await screen.findByText('Someone else saved “Mia” here meanwhile. If you save, yours replaces it.'),
  ).toBeTruthy();
  expect(screen.getByText('Someone else changed this meanwhile. It was “Okafor”.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('First name')));
  expect((field('First name') as HTMLInputElement).value).toBe('May');
  expect((field('Last name') as HTMLInputElement).value).toBe('Ogden');
  await submit();
  await screen.findByText('as saved');
  expect(requests.map(({ body }) => body)).toEqual([
    { profile: { ...record, first_name: 'May' }, revision: 1 },
    { profile: { ...record, first_name: 'May', last_name: 'Ogden' }, revision: 2 },
  ]);
});

test('if someone else changed nothing that the form has, it is saved at once', async () => {
  const replies = [changedMeanwhile, aUser()];
  const requests = answer({ '/api/user': () => replies.shift() });
  renderPart(<EditForm stored={record} />);
  await userEvent.fill(field('First name'), 'May');
  await submit();
  await screen.findByText('as saved');
  expect(requests.map(({ body }) => Object(body).revision)).toEqual([1, 2]);
});
