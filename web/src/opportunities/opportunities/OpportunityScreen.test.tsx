import { screen, waitFor, within } from '@testing-library/dom';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import type { User } from '@waypost/contract/people/profiles/calls';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anOpportunity as aWholeOpportunity } from '../../../testing/opportunities.ts';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

/** Open for a century, so that these tests do not expire. */
const anOpportunity = (overrides: Partial<Opportunity> = {}) =>
  aWholeOpportunity({
    application_open: '2020-01-01',
    application_close: '2120-05-01',
    available_slots: 3,
    reportData: { accepted_count: 0, applicant_count: 0 },
    ...overrides,
  });

const home = { ...aUser().location, street: '1 Main Street', city: 'Annapolis', state: 'MD', zip: '21401' };
const none: unknown[] = [];
const application = {
  _id: '00000000-0000-4000-8000-0000000000d1',
  status: 'New',
  opportunity_title: 'Boat builder',
  date_application: '2026-03-02T17:00:00.000Z',
  createdAt: '2026-03-02T17:00:00.000Z',
  updatedAt: '2026-03-02T17:00:00.000Z',
};

function open(
  opportunity: Partial<Opportunity> | unknown = {},
  overrides: { user?: Partial<User>; application?: unknown } = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ location: home, ...overrides.user }),
    '/api/getSettings': someSettings(),
    '/api/loadOpportunity':
      opportunity instanceof Object && 'status' in opportunity
        ? opportunity
        : anOpportunity(opportunity as object),
    '/api/getApplicationToOpportunity': overrides.application ?? none,
  });
  const id = anOpportunity()._id;
  const app = openApp(`/opportunity/view/${id}`);
  return { ...app, requests };
}

const applyButton = () => screen.findByRole('button', { name: 'Apply' });
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent;

test('shows everything about an opportunity', async () => {
  open({
    distance: 6.17,
    focus_areas: ['Boats', 'Bread'],
    schools: ['Severn High'],
    pay_from: 15.5,
    pay_to: 17,
    days: ['Monday', 'Wednesday'],
    hours_per_week: 10,
    ...eachNote((note) => `About ${note}`),
    programs: ['Carpentry'],
    reportData: { accepted_count: 1, applicant_count: 4 },
  });
  await screen.findByRole('heading', { level: 1, name: 'Boat builder' });
  await screen.findByText('Build boats all summer.');
  expect(document.title).toBe('Boat builder · Waypost');
  for (const text of ['Build boats.', 'Care.', 'Only 2 Spots Open'])
    expect(screen.getByText(text)).toBeDefined();
  expect(fact('Type')).toBe('Internship');
  expect(fact('Hours')).toBe('At least 135');
  expect(fact('Pay')).toBe('$15.50–$17 an hour');
  expect(fact('Schedule')).toBe('Mon, Wed · 10 hours a week');
  expect(fact('What to wear')).toBe('About dress_notes');
  expect(fact('Getting there')).toBe('About transport_notes');
  expect(fact('Format')).toBe('Onsite');
  expect(fact('Time frame')).toBe('Summer');
  expect(fact('Employment')).toBe('06/01/2026 – 05/01/2120');
  expect(fact('Applications open')).toBe('Wed 01/01/2020');
  expect(fact('Applications close')).toBe('Wed 05/01/2120');
  expect(fact('Spots')).toBe('2 of 3 open');
  expect(fact('Focus areas')).toBe('Boats, Bread');
  expect(fact('Schools')).toBe('Severn High');
  expect(fact('Programs')).toBe('Carpentry');
  expect(screen.getByRole('region', { name: 'Where it is' }).textContent).toContain(
    '2 Bay RoadEaston, MD 216016.17 miles from your address',
  );
});

test('shows every field of the form, apart from the chosen students', async () => {
  open({
    opportunity_title: 'Sail maker',
    short_description: '<p>Sew sails.</p>',
    skills_required: '<p>Eyes.</p>',
    full_description: '<p>Sew sails all fall.</p>',
    opportunity_type: 'Hybrid',
    time_frame: 'Fall',
    internship_type: 'Apprenticeship',
    pay_from: 15.5,
    pay_to: 17,
    days: ['Sunday'],
    hours_per_week: 9,
    employment_start: '2120-07-08',
    employment_stop: '2121-08-09',
    focus_areas: ['Boats'],
    schools: ['Severn High'],
    programs: ['Carpentry'],
    ...eachNote((note) => `About ${note}`),
  });
  await screen.findByText('Sew sails all fall.');
  type Elsewhere = 'audience' | 'student_ids' | 'lat' | 'lon' | 'userOverwroteLocation';
  const shown: Record<Exclude<keyof OpportunityInput, Elsewhere>, string> = {
    opportunity_title: 'Sail maker',
    short_description: 'Sew sails.',
    skills_required: 'Eyes.',
    full_description: 'Sew sails all fall.',
    internship_type: 'Apprenticeship',
    opportunity_type: 'Hybrid',
    time_frame: 'Fall',
    paidUnpaid: 'an hour',
    pay_from: '$15.50',
    pay_to: '$17',
    days: 'Sun',
    hours_per_week: '9 hours a week',
    available_slots: '3 of 3 open',
    application_open: '01/01/2020',
    application_close: '05/01/2120',
    employment_start: '07/08/2120',
    employment_stop: '08/09/2121',
    street: '2 Bay Road',
    city: 'Easton',
    state: 'MD',
    zip: '21601',
    focus_areas: 'Boats',
    schools: 'Severn High',
    programs: 'Carpentry',
    ...eachNote((note) => `About ${note}`),
  };
  const words = document.body.textContent ?? '';
  expect(Object.values(shown).filter((text) => !words.includes(text))).toEqual([]);
});

test('links to the business’s email, phone and profile', async () => {
  open();
  const business = within(await screen.findByRole('region', { name: 'The business' }));
  const address = (name: string) => business.getByRole('link', { name }).getAttribute('href');
  expect(address('grace@bay.test')).toBe('mailto:grace@bay.test');
  expect(address('(410) 555-0100')).toBe('tel:+14105550100');
  expect(address('Bayside Marine')).toBe('/profile/view/00000000-0000-4000-8000-000000000001');
});

test('loads the map of an opportunity when the reader scrolls near it', async () => {
  const comeNear = new Set<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: object[]) => void) {
        comeNear.add(() => seen([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  open();
  await waitFor(() => expect(comeNear.size).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'Map: Boat builder' })).toBeNull();
  for (const come of comeNear) flushSync(come);
  expect(await screen.findByRole('region', { name: 'Map: Boat builder' })).toBeDefined();
});

const directions = (link: HTMLElement) => {
  const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '');
  return [origin + pathname, Object.fromEntries(searchParams)];
};

test('directions by public transit do not name the student’s address, unless the student chooses that', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Transit directions' });
  const there = { api: '1', destination: '2 Bay Road, Easton MD 21601', travelmode: 'transit' };
  expect(directions(link)).toEqual(['https://www.google.com/maps/dir/', there]);
  const fromHome = screen.getByRole('link', { name: 'Start from my address' });
  expect(directions(fromHome)).toEqual([
    'https://www.google.com/maps/dir/',
    { ...there, origin: '1 Main Street, Annapolis MD 21401' },
  ]);
  for (const one of [link, fromHome])
    expect([one.getAttribute('target'), one.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});

test('directions lead to a moved pin, and start at an address only if the student has one', async () => {
  const location = { ...anOpportunity().location, userOverwroteLocation: true };
  open({ location }, { user: { location: aUser().location } });
  const link = await screen.findByRole('link', { name: 'Transit directions' });
  expect(directions(link)[1]).toMatchObject({ destination: '38.77,-76.07' });
  expect(screen.queryByRole('link', { name: 'Start from my address' })).toBeNull();
});

test('a Virtual opportunity has no map', async () => {
  open({ opportunity_type: 'Virtual' });
  await applyButton();
  expect(screen.queryByRole('region', { name: 'Where it is' })).toBeNull();
});

test.each([
  ['Internship', 'An internship takes at least 135 hours.'],
  ['Apprenticeship', 'An apprenticeship takes at least 450 hours.'],
] as const)('states the hours of an %s before applying', async (internship_type, sentence) => {
  const { router } = open({ internship_type });
  await userEvent.click(await applyButton());
  expect((await screen.findByRole('dialog')).textContent).toContain(sentence);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, I can' }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/opportunity/view/${anOpportunity()._id}/apply`),
  );
});

test('a student who cannot commit to the hours stays on the page', async () => {
  const { router } = open();
  await userEvent.click(await applyButton());
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.pathname).toBe(`/opportunity/view/${anOpportunity()._id}`);
});

test.each<[string, Partial<Opportunity>, Partial<User>, string]>([
  ['it is full', { reportData: { accepted_count: 3, applicant_count: 3 } }, {}, 'This opportunity is full.'],
  ['it has not opened', { application_open: '2119-01-01' }, {}, 'Applications open on 01/01/2119.'],
  ['it has closed', { application_close: '2020-02-01' }, {}, 'Applications closed on 02/01/2020.'],
  [
    'its business has left',
    { business_id_fk: { ...anOpportunity().business_id_fk, _id: '', business_name: 'Missing' } },
    {},
    'The business that offered this has left.',
  ],
  [
    'the student is not approved',
    {},
    { approved: false },
    'You can apply once your school system has approved your account.',
  ],
])('nobody can apply when %s, and the page says why', async (_, opportunity, user, reason) => {
  open(opportunity, { user });
  const button = await applyButton();
  expect(button).toHaveProperty('disabled', true);
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe(reason);
});

test('a student who has applied gets a link to their application', async () => {
  open({}, { application });
  const link = await screen.findByRole('link', { name: 'See your application' });
  expect(link.getAttribute('href')).toBe(`/application/view/${application._id}`);
  expect(screen.getByText(/You applied on 03\/02\/2026/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
});

test('a student with an offer gets a link to answer it', async () => {
  open({}, { application: { ...application, status: 'Offered' } });
  const link = await screen.findByRole('link', { name: 'Answer the offer' });
  expect(link.getAttribute('href')).toBe(`/application/view/${application._id}`);
});

test('a business sees links to its applicants and the form, and no way to apply', async () => {
  const { requests } = open(
    {
      reportData: { accepted_count: 0, applicant_count: 7 },
      selected_students: [{ _id: '1', email: 'm@x.test', first_name: 'Maya', last_name: 'Okafor' }],
    },
    { user: { role: 'Business', business_name: 'Bayside Marine' } },
  );
  const applicants = await screen.findByRole('link', { name: 'Applicants (7)' });
  expect(applicants.getAttribute('href')).toBe(`/opportunity/applicants/${anOpportunity()._id}`);
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    `/opportunity/edit/${anOpportunity()._id}`,
  );
  await waitFor(() => expect(fact('Chosen students')).toBe('Maya Okafor'));
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  expect(screen.queryByText(/from your address/)).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/api/getApplicationToOpportunity');
});

test('staff see a link to the applicants, and no way to edit or apply', async () => {
  open({}, { user: { role: 'Teacher' } });
  await screen.findByRole('link', { name: 'Applicants (0)' });
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
});

test('shows the current state on returning after a few seconds', async () => {
  const { requests, router } = open();
  await screen.findByRole('heading', { level: 1, name: 'Boat builder' });
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  const comeBackAfter = async (seconds: number) => {
    clock.mockImplementation(() => now + seconds * 1000);
    await router.navigate({ to: '/contact' });
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    await router.navigate({ to: '/opportunity/view/$id', params: { id: anOpportunity()._id } });
    await screen.findByRole('heading', { level: 1, name: 'Boat builder' });
    return requests.filter(({ path }) => path === '/api/loadOpportunity').length;
  };
  expect(await comeBackAfter(1)).toBe(1);
  expect(await comeBackAfter(8)).toBe(2);
});

test('explains that an opportunity could not be loaded, with a way to continue', async () => {
  open(refused(503, 'unavailable', 'Waypost is unavailable right now'));
  await screen.findByText(/Waypost is unavailable right now/);
  expect(screen.getByRole('link', { name: 'Browse the opportunities' }).getAttribute('href')).toBe(
    '/opportunity/browse',
  );
});
