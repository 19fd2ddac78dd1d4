import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../testing/render.tsx';
import { userEvent } from '../../../testing/user-event.ts';
import { MinimumHoursDialog } from '../../opportunities/opportunities/MinimumHoursDialog.tsx';

test.each([
  ['Internship', 'An internship takes at least 135 hours.'],
  ['Apprenticeship', 'An apprenticeship takes at least 450 hours.'],
] as const)('states the hours of an %s before anyone applies', async (internshipType, sentence) => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  renderPart(
    <MinimumHoursDialog opened internshipType={internshipType} onConfirm={onConfirm} onClose={onClose} />,
  );
  expect((await screen.findByRole('dialog')).textContent).toContain(sentence);
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, I can' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
