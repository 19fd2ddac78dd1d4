import { screen, waitFor } from '@testing-library/dom';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function Deletion({ onConfirm }: { onConfirm: () => unknown }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={onConfirm}
        confirm="Delete opportunity"
        destroys
      >
        You are going to delete Marine Intern.
      </ConfirmDialog>
    </>
  );
}

async function ask(onConfirm: () => unknown) {
  renderPart(<Deletion onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
}

const button = () => screen.getByRole('button', { name: 'Delete opportunity' });

test('asks for confirmation and names what will be lost', async () => {
  await ask(() => {});
  const dialog = screen.getByRole('dialog', { name: 'Are you sure?' });
  expect(dialog.textContent).toContain('You are going to delete Marine Intern.');
});

test('ignores a second press, even before the first one is rendered', async () => {
  const finish: (() => void)[] = [];
  const onConfirm = vi.fn(() => new Promise<void>((done) => finish.push(done)));
  await ask(onConfirm);
  await userEvent.dblClick(button());
  await waitFor(() => expect(button()).toHaveProperty('disabled', true));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  finish[0]?.();
  await waitFor(() => expect(screen.queryByText('Are you sure?')).toBeNull());
});

test('shows a failure in the dialog and allows a retry', async () => {
  const onConfirm = vi
    .fn()
    .mockRejectedValueOnce(new Error('This opportunity has applicants'))
    .mockResolvedValueOnce(1);
  await ask(onConfirm);
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('This opportunity has applicants');
  await userEvent.click(button());
  await waitFor(() => expect(screen.queryByText('Are you sure?')).toBeNull());
});

test('does nothing when canceled', async () => {
  const onConfirm = vi.fn();
  await ask(onConfirm);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Are you sure?')).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
});
