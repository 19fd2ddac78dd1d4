import { screen, within } from '@testing-library/dom';
import type { AgreementSetup } from '@waypost/contract/placements/agreements/calls';
import type { TemplateInput } from '@waypost/contract/placements/agreements/forms';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ID = '7e9f3a1c-2b4d-4e6f-8a90-1b2c3d4e5f60';
const aTemplate = {
  _id: ID,
  program: 'Welding',
  internship_type: null,
  version: 1,
  body: 'For [student].',
  versions: [{ version: 1, saved_at: '2026-03-02T15:00:00.000Z', saved_by: 'Ada Lane' }],
};

const aSetup = (overrides: Partial<AgreementSetup> = {}): AgreementSetup => ({
  templates: [],
  default_body: 'Standard for [student].',
  signing_order: 'parallel',
  hours_before_signed: true,
  second_proof: false,
  ...overrides,
});

const sample = {
  names: {
    student: 'Maya Torres',
    school: 'Bay High',
    program: 'Welding',
    school_system: 'Bay Schools',
    business: 'Bayside Marine',
    title: 'Boatyard Intern',
    guardian: 'Rosa Torres',
    guardian_relationship: 'Mother',
  },
  terms: {
    place: '2 Dock Street',
    start_date: '2026-06-01',
    end_date: '2026-08-31',
    schedule: 'Mon–Fri',
    hours_per_week: 20,
    pay: '$15 an hour',
    duties: '',
    goals: '',
    supervisor: '',
    supervision: '',
    hazardous: false,
    guardian_signs: true,
  },
};

function open(setup: AgreementSetup, more: object = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getAgreementSetup': setup,
    '/api/getAgreementSample': { sample },
    '/api/getPrograms': [{ _id: 'p', name: 'Welding', ordinal: 1 }],
    ...more,
  });
  openApp('/admin/agreements');
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
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
  await userEvent.fill(text, 'With [guardian] ([guardian_relationship]).');
  expect(await preview.findByText('With Rosa Torres (Mother).')).toBeTruthy();
  await userEvent.fill(text, 'Paid: ');
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await preview.findByText('Paid: $15 an hour')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('New agreements use this text.')).toBeTruthy();
  expect(sent('/api/agreement_saveTemplate')).toMatchObject([{ version: 0, body: 'Paid: [pay]' }]);
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
  expect(sent('/api/agreement_deleteTemplate')).toEqual([{ _id: ID }]);
});

const saved = (version: number, saved_by: string) => ({
  version,
  saved_by,
  saved_at: `2026-03-0${version}T15:00:00.000Z`,
});
const theSecond = {
  ...aTemplate,
  version: 2,
  body: 'Second for [student].',
  versions: [saved(2, 'Bo Reed'), saved(1, 'Ada Lane')],
};

test('every version of a template can be read next to a preview, and restored', async () => {
  const texts: Record<string, string> = { 1: 'First for [student].', 2: 'Second for [student].' };
  const restored = {
    ...theSecond,
    version: 3,
    body: 'First for [student].',
    versions: [saved(3, 'Ada Lane'), ...theSecond.versions],
  };
  const sent = open(aSetup({ templates: [theSecond] }), {
    '/api/getAgreementTemplateVersion': ({ query: { version = '' } }: RecordedRequest) => ({
      ...saved(Number(version), 'Ada Lane'),
      body: texts[version] ?? texts[1],
    }),
    '/api/agreement_saveTemplate': aSetup({ templates: [restored] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Versions: Welding' }));
  const part = within(await screen.findByRole('region', { name: 'Versions' }));
  expect(await part.findByText('Second for Maya Torres.')).toBeTruthy();
  expect(part.getByText('New agreements use this version.')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: /^Version 1, .*, Ada Lane$/ }));
  expect(await part.findByText('First for Maya Torres.')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: 'Restore version 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore this text' }));
  expect(await screen.findByText('Version 3 has the text of version 1.')).toBeTruthy();
  expect(sent('/api/agreement_saveTemplate')).toEqual([
    { _id: ID, version: 2, program: 'Welding', internship_type: '', body: 'First for [student].' },
  ]);
  await userEvent.click(part.getByRole('button', { name: 'Back to templates' }));
  expect(document.activeElement?.textContent).toBe('Templates');
});

test('shows what someone else saved meanwhile beside your own text, which can then be saved', async () => {
  let setup = aSetup({ templates: [aTemplate] });
  const sent = open(setup, {
    '/api/getAgreementSetup': () => setup,
    '/api/agreement_saveTemplate': ({ body }: RecordedRequest) =>
      (body as TemplateInput).version === 2
        ? aSetup({ templates: [theSecond] })
        : refused(409, 'conflict', 'Someone else saved this template in the meantime.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit template: Welding' }));
  const text = await screen.findByRole('textbox', { name: 'Text' });
  await userEvent.fill(text, 'Mine for [student].');
  setup = aSetup({ templates: [theSecond] });
  await userEvent.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findAllByText(/Someone else saved this template/)).not.toEqual([]);
  const newer = within(await screen.findByRole('region', { name: 'Saved in the meantime' }));
  expect(newer.getByText(/Version 2, .*, Bo Reed/)).toBeTruthy();
  expect(newer.getByRole('textbox', { name: 'Their text' })).toHaveProperty('value', 'Second for [student].');
  expect(text).toHaveProperty('value', 'Mine for [student].');
  await userEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('New agreements use this text.')).toBeTruthy();
  expect(sent('/api/agreement_saveTemplate')).toMatchObject([
    { version: 1, body: 'Mine for [student].' },
    { version: 2, body: 'Mine for [student].' },
  ]);
});

test('saves the signing order, when hours may start, and whether codes are required', async () => {
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
