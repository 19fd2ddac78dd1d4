import { expect, test } from 'vitest';
import { anOpportunityForm } from '../../../testing/opportunity-form.ts';
import { OpportunityInput, PlacedOpportunityInput } from './forms.ts';
import { audiences, compensations, internshipTypes, opportunityTypes, timeFrames } from './rules.ts';

const wrongFields = (form: unknown) => {
  const read = PlacedOpportunityInput.safeParse(form);
  return read.success ? [] : read.error.issues.map((issue) => issue.path.join('.'));
};

test('reports every wrong field at once, including rules between two fields', () => {
  const form = {
    ...anOpportunityForm(),
    opportunity_title: '',
    available_slots: '',
    internship_type: 'Apprenticeship',
    paidUnpaid: 'Unpaid',
    application_open: '2026-03-02',
    application_close: '2026-03-01',
    employment_start: '2026-06-02',
    employment_stop: '2026-06-01',
    street: '',
    zip: '214',
  };
  expect(wrongFields(form).sort()).toEqual([
    'application_close',
    'available_slots',
    'employment_stop',
    'opportunity_title',
    'paidUnpaid',
    'street',
    'zip',
  ]);
});

test.each([
  ['application_open', 'application_close', '2026-03-01', 1],
  ['application_open', 'application_close', '2026-03-02', 0],
  ['employment_start', 'employment_stop', '2026-03-01', 1],
  ['employment_start', 'employment_stop', '2026-03-02', 0],
])('from %s on 03/01/2026, %s %s is wrong in %d fields', (start, stop, date, count) => {
  const wrong = wrongFields({ [start]: '2026-03-01', [stop]: date }).filter((field) => field === stop);
  expect(wrong).toHaveLength(count);
});

test('an empty date is only reported as required', () => {
  const { error } = PlacedOpportunityInput.safeParse({
    application_open: '2026-03-01',
    application_close: '',
  });
  const said = error?.issues
    .filter(({ path }) => path[0] === 'application_close')
    .map(({ message }) => message);
  expect(said).toEqual(['this field is required']);
});

test.each(['application_open', 'application_close', 'employment_start', 'employment_stop'])(
  '%s is required, and says so',
  (field) => {
    for (const date of [undefined, null, '']) {
      const { error } = OpportunityInput.safeParse({ [field]: date });
      const said = error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
      expect(said).toEqual(['this field is required']);
    }
  },
);

test.each([
  ['audience', ['Open', 'Specific'], audiences],
  ['opportunity_type', ['Onsite', 'Virtual', 'Hybrid'], opportunityTypes],
  ['internship_type', ['Internship', 'Apprenticeship'], internshipTypes],
  ['time_frame', ['Summer', 'Fall', 'Spring', 'Full Year'], timeFrames],
  ['paidUnpaid', ['Paid', 'Unpaid'], compensations],
])('%s accepts only %j', (field, documented, choices) => {
  expect(choices).toEqual(documented);
  for (const choice of documented) expect(wrongFields({ [field]: choice })).not.toContain(field);
  expect(wrongFields({ [field]: 'Other' })).toContain(field);
});

test.each([null, [], 'form', { audience: 'Specific' }, { opportunity_type: 'Onsite' }])(
  'rejects input that is not a form, without an error: %j',
  (form) => {
    expect(wrongFields(form)).not.toEqual([]);
  },
);

test.each([
  ['21401', true],
  ['', true],
  ['x21401', false],
  ['214011', false],
])('a form with the ZIP code "%s" is valid at that field: %s', (code, right) => {
  const { error } = OpportunityInput.safeParse({ zip: code });
  expect(error?.issues.some(({ path }) => path.join() === 'zip')).toBe(!right);
});
