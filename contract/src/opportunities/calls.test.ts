import { expect, test } from 'vitest';
import { PlacedOpportunityInput } from './forms.ts';

const wrongFields = (form: unknown) => {
  const read = PlacedOpportunityInput.safeParse(form);
  return read.success ? [] : read.error.issues.map((issue) => issue.path.join('.'));
};

test('a form says everything that is wrong at once, what one field asks of another too', () => {
  const form = {
    opportunity_title: '',
    short_description: '<p>Text</p>',
    skills_required: '<p>Text</p>',
    full_description: '<p>Text</p>',
    audience: 'Open',
    available_slots: '',
    student_ids: [],
    opportunity_type: 'Onsite',
    internship_type: 'Apprenticeship',
    time_frame: 'Summer',
    paidUnpaid: 'Unpaid',
    application_open: '2026-03-02',
    application_close: '2026-03-01',
    employment_start: '2026-06-02',
    employment_stop: '2026-06-01',
    street: '',
    city: 'Annapolis',
    state: 'MD',
    zip: '214',
    lat: null,
    lon: null,
    userOverwroteLocation: false,
    focus_areas: [],
    schools: [],
    programs: [],
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

test('an empty date says that it is required, and nothing else', () => {
  const { error } = PlacedOpportunityInput.safeParse({
    application_open: '2026-03-01',
    application_close: '',
  });
  const said = error?.issues
    .filter(({ path }) => path[0] === 'application_close')
    .map(({ message }) => message);
  expect(said).toEqual(['this field is required']);
});

test.each(['Summer', 'Fall', 'Spring', 'Full Year'])('an opportunity can be in %s', (time_frame) => {
  expect(wrongFields({ time_frame })).not.toContain('time_frame');
  expect(wrongFields({ time_frame: 'Winter' })).toContain('time_frame');
});

test.each([null, [], 'form', { audience: 'Specific' }, { opportunity_type: 'Onsite' }])(
  'what is no form at all is refused, not stumbled over: %j',
  (form) => {
    expect(wrongFields(form)).not.toEqual([]);
  },
);
