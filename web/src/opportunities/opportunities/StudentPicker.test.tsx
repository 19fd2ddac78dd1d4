import { screen, within } from '@testing-library/dom';
import type { SelectedStudent } from '@waypost/contract/opportunities/opportunities/calls';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import StudentPicker from './StudentPicker.tsx';

const mara: SelectedStudent = { _id: 'm', email: 'mara@bay.test', first_name: 'Mara', last_name: 'Quinn' };
const marc: SelectedStudent = { _id: 'c', email: 'marc@bay.test', first_name: 'Marc', last_name: 'Reyes' };

function Picker({ chosen = [] }: { chosen?: SelectedStudent[] }) {
  const [students, setStudents] = useState(chosen);
  return <StudentPicker students={students} onChange={setStudents} />;
}

const search = () => screen.getByRole('combobox', { name: 'Students' });

test('suggests students from three characters on, once typing pauses', async () => {
  let [lastKey, firstAsk] = [0, 0];
  const requests = answer({
    '/api/searchStudents': () => {
      firstAsk ||= performance.now();
      return [mara, marc];
    },
  });
  renderPart(<Picker />);
  search().addEventListener('keydown', () => {
    lastKey = performance.now();
  });
  await userEvent.type(search(), 'mar');
  await userEvent.click(await screen.findByRole('option', { name: /Mara Quinn/ }));
  expect(requests.map(({ body }) => body)).toEqual([{ search: 'mar' }]);
  // Timers may fire a millisecond early, or late on a busy machine.
  expect(firstAsk - lastKey).toBeGreaterThan(498);
  expect(firstAsk - lastKey).toBeLessThan(4000);
  const chosen = screen.getByRole('list', { name: 'Chosen students' });
  expect(within(chosen).getByText('mara@bay.test')).toBeTruthy();
  expect(search()).toHaveProperty('value', '');
});

test('two characters send no search', async () => {
  const requests = answer({ '/api/searchStudents': [mara], '/api/user_by_email': [] });
  renderPart(<Picker />);
  await userEvent.type(search(), 'ma');
  // Once Enter is answered, a search would have been sent as well.
  await userEvent.type(search(), '{Enter}');
  await screen.findByText('Sorry No Student with that email exists');
  expect(requests.map(({ path }) => path)).toEqual(['/api/user_by_email']);
});

test('does not suggest students who are already chosen', async () => {
  answer({ '/api/searchStudents': [mara] });
  renderPart(<Picker chosen={[mara]} />);
  await userEvent.type(search(), 'mara');
  expect(await screen.findByText('Everyone found is already chosen.')).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
});

test('shows a message when a search finds no one', async () => {
  answer({ '/api/searchStudents': [] });
  renderPart(<Picker />);
  await userEvent.type(search(), 'nobody');
  expect(await screen.findByText('Sorry No Student with that email exists')).toBeTruthy();
});

test('Enter chooses the student with the typed email', async () => {
  const requests = answer({ '/api/searchStudents': [], '/api/user_by_email': mara });
  renderPart(<Picker />);
  await userEvent.type(search(), 'mara@bay.test{Enter}');
  expect(await screen.findByRole('list', { name: 'Chosen students' })).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/user_by_email')?.query).toEqual({
    email: 'mara@bay.test',
  });
});

test('an unknown email, or one of a person who is not a student, selects no one and shows a message', async () => {
  // The server's reply to both, so that it does not reveal who has an account.
  answer({ '/api/searchStudents': [mara], '/api/user_by_email': [] });
  renderPart(<Picker />);
  await userEvent.type(search(), 'teacher@bay.test{Enter}');
  expect(await screen.findByText('Sorry No Student with that email exists')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Chosen students' })).toBeNull();
});

test('removes a chosen student', async () => {
  renderPart(<Picker chosen={[mara, marc]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mara Quinn' }));
  expect(screen.getByText('1 student chosen.')).toBeTruthy();
  expect(screen.queryByText('mara@bay.test')).toBeNull();
});

test('asks before it removes a student with an open offer, and names the student', async () => {
  renderPart(
    <Picker
      chosen={[
        { ...mara, status: 'Offered' },
        { ...marc, status: 'Declined' },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove Marc Reyes' }));
  expect(screen.getByText('1 student chosen.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mara Quinn' }));
  const asked = within(screen.getByRole('dialog'));
  expect(asked.getByText(/^Mara Quinn has an open offer\./)).toBeTruthy();
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('1 student chosen.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mara Quinn' }));
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove Mara Quinn' }),
  );
  expect(await screen.findByText('No students chosen yet.')).toBeTruthy();
});

test('explains a failed search and lets the business continue', async () => {
  answer({ '/api/searchStudents': refused(500, 'our-fault', 'Something went wrong') });
  renderPart(<Picker />);
  await userEvent.type(search(), 'mara');
  expect(await screen.findByText('We couldn’t search students. Try again in a moment.')).toBeTruthy();
});
