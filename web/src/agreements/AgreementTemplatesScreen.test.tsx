import { screen, within } from '@testing-library/dom';
import type { AgreementSetup } from '@waypost/contract/agreements/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';

const aTemplate = {
  ...{ _id: 't1', program: 'Welding', internship_type: null, version: 1, body: 'For [student].' },
  versions: [{ version: 1, saved_at: '2026-03-02T15:00:00.000Z', saved_by: 'Ada Lane' }],
};

const aSetup = (overrides: Partial<AgreementSetup> = {}): AgreementSetup => ({
  ...{ templates: [], default_body: 'Standard for [student].', signing_order: 'parallel' },
  ...{ hours_before_signed: true, second_proof: false },
  ...overrides,
});

const sample = {
  names: {
    ...{ student: 'Maya Torres', school: 'Bay High', program: 'Welding', school_system: 'Bay Schools' },
    ...{ business: 'Bayside Marine', title: 'Boatyard Intern' },
  },
  terms: {
    ...{ place: '2 Dock Street', start_date: '2026-06-01', end_date: '2026-08-31', schedule: 'Mon–Fri' },
    ...{ hours_per_week: 20, pay: '$15 an hour', duties: '', goals: '', supervisor: '', supervision: '' },
    ...{ hazardous: false, guardian_signs: true },
  },
};

function open(setup: AgreementSetup, more: object = {}) {
  const asked = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getAgreementSetup': setup,
    '/api/getAgreementSample': { sample },
    '/api/getPrograms': [{ _id: 'p', name: 'Welding', ordinal: 1 }],
    ...more,
  });
  openApp('/admin/agreements');
  return (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body);
}

test('a template is written next to a preview with a real placement', async () => {
  const sent = open(aSetup(), { '/api/agreement_saveTemplate': aSetup({ templates: [aTemplate] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Add template' }));
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('Standard for Maya Torres.')).toBeTruthy();
  const text = screen.getByRole('textbox', { name: 'Text' });
  await userEvent.fill(text, 'At [place], [wage].');
  expect(await preview.findByText('At 2 Dock Street, [wage].')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('[wage] is not one of the fields')).toBeTruthy();
  expect(sent('/api/agreement_saveTemplate')).toEqual([]);
  await userEvent.fill(text, 'Paid: ');
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await preview.findByText('Paid: $15 an hour')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('New agreements use this text.')).toBeTruthy();
  expect(sent('/api/agreement_saveTemplate')).toMatchObject([{ body: 'Paid: [pay]' }]);
  expect(document.activeElement?.textContent).toBe('Templates');
});

test('templates can be edited and deleted, each with its versions', async () => {
  const sent = open(aSetup({ templates: [aTemplate] }), { '/api/agreement_deleteTemplate': aSetup() });
  expect(await screen.findByText(/Version 1, .*, Ada Lane/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit template: Welding' }));
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'For [student].');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete template: Welding' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete template' }));
  expect(await screen.findByText('The template was deleted.')).toBeTruthy();
  expect(sent('/api/agreement_deleteTemplate')).toEqual([{ _id: 't1' }]);
});

test('the order of signing, the start of hours and codes belong to the school system', async () => {
  const sent = open(aSetup(), { '/api/agreement_saveSettings': aSetup() });
  await userEvent.click(await screen.findByRole('radio', { name: /One after the other/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /before everyone has signed/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /by link also takes a code/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save signing' }));
  expect(await screen.findByText('This applies to agreements from now on.')).toBeTruthy();
  expect(sent('/api/agreement_saveSettings')).toEqual([
    { signing_order: 'sequence', hours_before_signed: false, second_proof: true },
  ]);
});
