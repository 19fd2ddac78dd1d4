import { screen, waitFor, within } from '@testing-library/dom';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { expect, test } from 'vitest';
import { anApplication } from '../../../testing/applications.ts';
import { anOpportunityRow as aListed } from '../../../testing/opportunities.ts';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

/** Open for a century, so that these tests do not expire. */
const anOpportunityRow = (overrides: Partial<OpportunityRow> = {}) =>
  aListed({
    application_open: '2020-01-01',
    application_close: '2120-05-01',
    available_slots: 3,
    reportData: { accepted_count: 0, applicant_count: 0 },
    ...overrides,
  });

const home = {
  ...aUser().location,
  street: '1 Main Street',
  city: 'Annapolis',
  state: 'MD',
  lat: 38.98,
  lon: -76.49,
};
const rows = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) =>
    anOpportunityRow({
      _id: `row-${first + index}`,
      opportunity_title: `Job ${first + index}`,
      distance: first + index,
    }),
  );

interface Listed {
  filter: unknown;
  sort?: string;
  limit?: string;
  offset?: string;
}

/** Opens the page with these opportunities; `asked` collects the list's requests in order. */
function open(
  given: OpportunityRow[] | ((one: RecordedRequest) => unknown),
  overrides: { user?: Partial<User>; address?: string; save?: unknown } = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ location: home, ...overrides.user }),
    '/api/getSettings': someSettings(),
    '/api/getFocusAreas': [
      { _id: '1', name: 'Boats', ordinal: 1 },
      { _id: '2', name: 'Bread', ordinal: 2 },
    ],
    '/api/getOpportunities': given,
    '/api/saveOpportunity':
      overrides.save ?? (({ body }: RecordedRequest) => ({ saved: (body as { saved: boolean }).saved })),
  });
  const { router } = openApp(overrides.address ?? '/opportunity/browse');
  const listed = () =>
    requests
      .filter(({ path }) => path === '/api/getOpportunities')
      .map(({ query: { filter = '{}', ...rest } }): Listed => ({ ...rest, filter: JSON.parse(filter) }));
  return { router, listed };
}

test('a card shows what a student needs to decide whether to read on', async () => {
  open([
    anOpportunityRow({
      distance: 2.4,
      reportData: { accepted_count: 1, applicant_count: 4 },
      application_close: '2120-05-01',
      focus_areas: ['Boats', 'Bread'],
      pay_from: 15,
      days: ['Monday', 'Friday'],
      hours_per_week: 12,
    }),
  ]);
  const card = await screen.findByRole('article');
  const said = (text: string) => expect(card.textContent).toContain(text);
  said('Bayside Marine');
  said('2.40 miles · Easton, MD');
  said('Paid internship · $15 an hour');
  said('Mon, Fri · 12 hours a week');
  said('Summer, 06/01/2026 – 05/01/2120');
  said('Apply by Wed 05/01/2120');
  said('Only 2 Spots Open');
  expect(
    within(within(card).getByRole('list', { name: 'Focus areas' })).getAllByRole('listitem'),
  ).toHaveLength(2);
  const link = within(card).getByRole('link', { name: 'Boat builder' });
  expect(link.getAttribute('href')).toBe('/opportunity/view/00000000-0000-4000-8000-0000000000a1');
  expect((await screen.findByText('1 opportunity')).getAttribute('role')).toBe('status');
});

test('a card says nothing about a time frame or compensation that the business does not give', async () => {
  open([anOpportunityRow({ time_frame: '', paidUnpaid: '', opportunity_type: 'Hybrid' })]);
  const facts = within(await screen.findByRole('article')).getAllByRole('listitem');
  const texts = facts.map(({ textContent }) => textContent);
  expect(texts).toContain('Internship, hybrid');
  expect(texts.filter((text) => text?.includes(' – '))).toEqual(['06/01/2026 – 05/01/2120']);
});

test('a card names the last day of work as the last to apply, if that is earlier', async () => {
  const dates = { application_close: '2120-05-01', employment_stop: '2120-04-01' };
  open([anOpportunityRow(dates)]);
  expect((await screen.findByRole('article')).textContent).toContain('Apply by Mon 04/01/2120');
});

test('a card shows matching interests, the remaining spots, and that it is new', async () => {
  // Today in UTC may still be tomorrow for the school system.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  open([anOpportunityRow({ focus_areas: ['Boats', 'Bread', 'Law'], application_open: yesterday })], {
    user: { focus_areas: ['Bread', 'Law'] },
  });
  const card = await screen.findByRole('article');
  const { textContent: said } = card;
  expect(said).toContain('Matches your interests in Bread and Law');
  const others = within(within(card).getByRole('list', { name: 'Focus areas' })).getAllByRole('listitem');
  expect(others.map(({ textContent }) => textContent)).toEqual(['Boats']);
  expect(said).toContain('3 spots left');
  expect(said).toContain('New');
});

test('a card says that the student has applied, and how far that is', async () => {
  open([
    anOpportunityRow({
      application_open: new Date().toISOString().slice(0, 10),
      application: anApplication({ status: 'Interview Scheduled' }),
    }),
  ]);
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('You applied: Interview Scheduled');
  expect(within(card).queryByText('New')).toBeNull();
});

test('lists matches first, and Virtual opportunities in a group of their own', async () => {
  open(
    [
      anOpportunityRow({ _id: '1', opportunity_title: 'Baker', focus_areas: ['Bread'] }),
      anOpportunityRow({ _id: '2', opportunity_title: 'Boat builder' }),
      anOpportunityRow({ _id: '3', opportunity_title: 'Coder', opportunity_type: 'Virtual' }),
    ],
    { user: { focus_areas: ['Bread'] } },
  );
  for (const [group, title] of [
    ['For your interests', 'Baker'],
    ['In person', 'Boat builder'],
    ['Virtual', 'Coder'],
  ] as const) {
    const list = await screen.findByRole('list', { name: group });
    expect(screen.getByRole('heading', { name: group, level: 2 })).toBeDefined();
    const cards = within(list).getAllByRole('heading', { level: 3 });
    expect(cards.map(({ textContent }) => textContent)).toEqual([title]);
  }
  await userEvent.choose(screen.getByRole('combobox', { name: 'Sort by' }), 'By title');
  const flat = await screen.findByRole('list', { name: 'Opportunities' });
  expect(within(flat).getAllByRole('heading', { level: 2 })).toHaveLength(3);
});

test('the heart saves an opportunity immediately, by pointer and keyboard, and says whether it is saved', async () => {
  const saves: unknown[] = [];
  open([anOpportunityRow()], {
    save: ({ body }: RecordedRequest) => {
      saves.push(body);
      return { saved: (body as { saved: boolean }).saved };
    },
  });
  const heart = await screen.findByRole('button', { name: 'Save Boat builder, Bayside Marine' });
  expect(heart.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(heart);
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
  expect(document.activeElement).toBe(heart);
  await userEvent.keyboard(' ');
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
  const opp_id = anOpportunityRow()._id;
  await waitFor(() =>
    expect(saves).toEqual([
      { opp_id, saved: true },
      { opp_id, saved: false },
    ]),
  );
});

test('a heart that could not be saved reverts, with a notice', async () => {
  open([anOpportunityRow()], { save: refused(500, 'our-fault', 'Something went wrong') });
  const heart = await screen.findByRole('button', { name: 'Save Boat builder, Bayside Marine' });
  await userEvent.click(heart);
  await screen.findByText('Error Saving.');
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
});

test('Saved lists the saved opportunities, is kept in the query string, and explains how to fill an empty list', async () => {
  const { router, listed } = open(({ query }) =>
    query.filter?.includes('saved') ? [] : [anOpportunityRow()],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Saved' }));
  await screen.findByRole('heading', { name: 'Nothing saved yet' });
  expect(router.state.location.search).toEqual({ saved: 'only' });
  expect(listed().at(-1)?.filter).toEqual({ saved: true });
  expect(screen.getByRole('button', { name: 'Saved' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Show all opportunities' }));
  await screen.findByRole('article');
  expect(router.state.location.search).toEqual({});
});

test('an opportunity removed from the saved list stays visible until the list is opened again', async () => {
  open([anOpportunityRow({ saved: true })], { address: '/opportunity/browse?saved=only' });
  const heart = await screen.findByRole('button', { name: 'Save Boat builder, Bayside Marine' });
  await userEvent.click(heart);
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
  expect(document.activeElement).toBe(heart);
});

test('shows a business’s logo on its card, unless it does not load', async () => {
  const business_id_fk = {
    _id: 'b',
    business_name: 'Bayside',
    profile_pic_id_fk: { _id: 'f', name: 'logo.png', path: 'nothing/here.png' },
  };
  open([anOpportunityRow({ business_id_fk })]);
  const card = await screen.findByRole('article');
  await waitFor(() => expect(card.querySelector('[data-tone]')).not.toBeNull());
});

test('a card outside the student’s interests, opened long ago, shows no match and is not new', async () => {
  open([anOpportunityRow({ focus_areas: ['Boats'] })], { user: { focus_areas: ['Law'] } });
  const { textContent: said } = await screen.findByRole('article');
  expect(said).not.toContain('interest');
  expect(said).not.toContain('New');
});

test.each<[string, Partial<OpportunityRow>, string]>([
  ['is full', { reportData: { accepted_count: 3, applicant_count: 3 } }, 'Opportunity Full'],
  ['is Virtual', { opportunity_type: 'Virtual', city: '', distance: 0 }, 'Virtual'],
  ['is Hybrid', { opportunity_type: 'Hybrid' }, 'Paid internship, hybrid'],
  ['opens later', { application_open: '2120-04-01' }, 'Opens Mon 04/01/2120'],
  ['was made for the student', { audience: 'Specific' }, 'Chosen for you'],
])('a card says when an opportunity %s', async (_, row, words) => {
  open([anOpportunityRow(row)]);
  expect((await screen.findByRole('article')).textContent).toContain(words);
});

test('shows forty at first, and more on request until all are shown', async () => {
  const { listed } = open(({ query }) =>
    partOf(90, rows(Math.min(40, 90 - Number(query.offset)), Number(query.offset))),
  );
  await screen.findByText('90 opportunities');
  expect(listed()).toEqual([{ sort: 'interests', filter: {}, limit: '40', offset: '0' }]);
  await screen.findByText('40 of 90 shown');

  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('80 of 90 shown');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(90));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(listed().map(({ offset }) => offset)).toEqual(['0', '40', '80']);
});

test('shows nothing twice when pages overlap', async () => {
  open(({ query }) =>
    partOf(60, rows(Math.min(40, 60 - Number(query.offset)), Math.max(0, Number(query.offset) - 1))),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Job 58');
  expect(screen.getAllByText('Job 39')).toHaveLength(1);
});

test('offers to retry a page that failed to load, and keeps the others', async () => {
  let fails = true;
  open(({ query }) => {
    if (query.offset === '0') return partOf(50, rows(40));
    return fails ? refused(500, 'our-fault', 'Something went wrong') : partOf(50, rows(10, 40));
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('We couldn’t load more.');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40));
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(50));
});

test('filters narrow the list, are kept in the query string, and Back removes the last one', async () => {
  const { router, listed } = open([anOpportunityRow()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  const panel = await screen.findByRole('region', { name: 'Filters' });
  await userEvent.click(within(panel).getByRole('radio', { name: 'Paid' }));
  const radius = within(panel).getByRole('combobox', { name: 'Within' });
  expect(
    within(radius)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['1 mile', '5 miles', '10 miles', '15 miles', '20 miles', 'No limit']);
  await userEvent.choose(radius, '5 miles');
  await userEvent.click(within(panel).getByRole('button', { name: /Focus areas/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Boats' }));

  const whole = { focusAreas: ['Boats'], compensation: 'Paid', radius: 5 };
  await waitFor(() => expect(listed().at(-1)?.filter).toEqual(whole));
  expect(router.state.location.search).toMatchObject({ areas: ['Boats'], pay: 'Paid', within: 5 });
  expect(screen.getByRole('button', { name: 'Filters (3)' }).getAttribute('aria-expanded')).toBe('true');

  router.history.back();
  const toggle = await screen.findByRole('button', { name: 'Filters (2)' });
  expect(router.state.location.search).not.toHaveProperty('areas');
  await userEvent.click(toggle);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull());
});

test('a shared URL opens with its filters and order, and each can be removed', async () => {
  const { listed } = open([anOpportunityRow()], {
    address: '/opportunity/browse?areas=%5B%22Boats%22%2C%22Bread%22%5D&pay=Unpaid&sort=opportunity_title',
  });
  await screen.findByRole('article');
  expect(listed()).toEqual([
    {
      sort: 'opportunity_title',
      filter: { focusAreas: ['Boats', 'Bread'], compensation: 'Unpaid' },
      limit: '40',
      offset: '0',
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Boats' }));
  await waitFor(() =>
    expect(listed().at(-1)?.filter).toEqual({ focusAreas: ['Bread'], compensation: 'Unpaid' }),
  );
});

test('a search is sent to the server, kept in the query string, and cleared separately from the filters', async () => {
  const { router, listed } = open(({ query }) =>
    query.filter?.includes('zeppelin') ? [] : [anOpportunityRow()],
  );
  const field = await screen.findByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, ' boats {Enter}');
  await waitFor(() => expect(listed().at(-1)?.filter).toEqual({ search: 'boats' }));
  expect(router.state.location.search).toEqual({ q: 'boats' });
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole('button', { name: 'Filters' })).toBeDefined();

  await userEvent.fill(field, 'zeppelin');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'No opportunity matches “zeppelin”' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all opportunities' }));
  await screen.findByRole('article');
  expect(router.state.location.search).toEqual({});
  await userEvent.type(field, '  {Enter}');
  expect(router.state.location.search).toEqual({});
});

test('the field shows the search of an opened link', async () => {
  open([anOpportunityRow()], { address: '/opportunity/browse?q=boats' });
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveProperty('value', 'boats');
});

test('type, time frame, format and the student’s own school narrow the list, and each can be removed', async () => {
  const { router, listed } = open([anOpportunityRow()], {
    address: '/opportunity/browse?panel=shown&q=boats',
  });
  const panel = await screen.findByRole('region', { name: 'Filters' });
  const choose = (name: string, choice: string) =>
    userEvent.choose(within(panel).getByRole('combobox', { name }), choice);
  await choose('Type', 'Apprenticeship');
  await choose('Time frame', 'Spring');
  await choose('Format', 'Virtual');
  await userEvent.click(within(panel).getByRole('checkbox', { name: 'For my school' }));
  const kinds = { internship_type: 'Apprenticeship', time_frame: 'Spring', opportunity_type: 'Virtual' };
  await waitFor(() =>
    expect(listed().at(-1)?.filter).toEqual({ search: 'boats', ...kinds, own_school: true }),
  );
  expect(screen.getByRole('button', { name: 'Filters (4)' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter For my school' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('school'));
  const clear = within(panel).getByRole('button', { name: 'Clear filters' });
  await userEvent.click(clear);
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'boats', panel: 'shown' }));
  await waitFor(() => expect(clear.getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(clear);
});

test('sorts the list as chosen', async () => {
  const { router, listed } = open([anOpportunityRow()]);
  await userEvent.choose(await screen.findByRole('combobox', { name: 'Sort by' }), 'By closing date');
  await waitFor(() => expect(listed().at(-1)?.sort).toBe('application_close'));
  expect(router.state.location.search).toEqual({ sort: 'application_close' });
});

test('offers to clear the filters when nothing matches', async () => {
  const { router } = open(({ query }) => (query.filter === '{}' ? [anOpportunityRow()] : []), {
    address: '/opportunity/browse?pay=Unpaid&view=map',
  });
  await screen.findByRole('heading', { name: 'No opportunity matches your filters' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('article');
  expect(router.state.location.search).toEqual({ view: 'map' });
});

test('says when there are no opportunities yet', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'No opportunities yet' });
  expect(screen.getByText('0 opportunities')).toBeDefined();
});

test('the list does not shift while the map above it loads', async () => {
  await resizeWindow(768);
  let resolveReply = (_: unknown) => {};
  const map = new Promise((resolve) => {
    resolveReply = resolve;
  });
  open(({ query }) => (query.limit === '500' ? map : [anOpportunityRow()]), {
    address: '/opportunity/browse?view=map',
  });
  const top = () => screen.getByRole('article').getBoundingClientRect().top;
  await screen.findByRole('article');
  const before = top();
  resolveReply([anOpportunityRow()]);
  await screen.findByRole('region', { name: 'Map of the opportunities' });
  expect(Math.abs(top() - before)).toBeLessThan(2);
});

test('offers to retry when the list could not be loaded', async () => {
  let fails = true;
  open(() => (fails ? refused(500, 'our-fault', 'Something went wrong') : [anOpportunityRow()]));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await userEvent.click(retry);
  await screen.findByRole('article');
});

test('tells a student without a location how to set one, and offers no radius', async () => {
  const { listed } = open([anOpportunityRow()], {
    user: { location: { ...home, lat: 0, lon: 0 } },
    address: '/opportunity/browse?panel=shown&within=5',
  });
  const card = await screen.findByRole('article');
  expect(card.textContent).not.toContain('miles');
  expect(screen.getByRole('link', { name: 'Set your location' }).getAttribute('href')).toBe('/profile/maps');
  expect(screen.queryByRole('combobox', { name: 'Within' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'By distance' })).toBeNull();
  expect(listed()[0]).toMatchObject({ sort: 'interests', filter: {} });
});

test('does not tell a student with a location to set one', async () => {
  open([anOpportunityRow()]);
  await screen.findByRole('article');
  expect(screen.queryByRole('link', { name: 'Set your location' })).toBeNull();
});

test('the map shows the nearest opportunities next to the list, and a pin opens what is offered there', async () => {
  const { router, listed } = open(
    [
      anOpportunityRow(),
      anOpportunityRow({ _id: 'virtual', opportunity_title: 'Web developer', opportunity_type: 'Virtual' }),
    ],
    { address: '/opportunity/browse?sort=opportunity_title' },
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'Map' }));
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  expect(router.state.location.search).toEqual({ sort: 'opportunity_title', view: 'map' });
  expect(listed().at(-1)).toMatchObject({ sort: 'distance', limit: '500' });
  expect(screen.getByText(/1 of them is virtual or has no address/)).toBeDefined();

  const sign = await within(map).findByRole('button', { name: 'Boat builder, Bayside Marine' });
  await userEvent.click(sign);
  const opened = await screen.findByRole('region', { name: 'At this place' });
  const link = within(opened).getByRole('link', { name: 'Boat builder' });
  await waitFor(() => expect(document.activeElement).toBe(link));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'At this place' })).toBeNull());
});

test('closing what a pin opened returns the focus to the pin', async () => {
  open([anOpportunityRow()], { address: '/opportunity/browse?view=map' });
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  await userEvent.click(await within(map).findByRole('button', { name: 'Boat builder, Bayside Marine' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close this place' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'At this place' })).toBeNull());
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Boat builder, Bayside Marine'),
  );
});

test.each([
  ['', 10],
  ['&within=1', 13],
])('a map at the URL …%s opens at zoom %d', async (within_, zoom) => {
  open([anOpportunityRow()], { address: `/opportunity/browse?view=map${within_}` });
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  const zooms = () =>
    [...map.querySelectorAll('img')].map((tile) => Number(/tiles\/(\d+)/.exec(tile.src)?.[1]));
  await waitFor(() => expect(new Set(zooms())).toEqual(new Set([zoom])));
});

test('on a phone, dragging down the panel of a pin closes it, and pressing it does not', async () => {
  await resizeWindow(390, 800);
  open([anOpportunityRow({ lat: home.lat + 0.02, lon: home.lon - 0.02 })], {
    address: '/opportunity/browse?view=map',
  });
  const map = within(await screen.findByRole('region', { name: 'Map of the opportunities' }));
  await userEvent.click(await map.findByRole('button', { name: 'Boat builder, Bayside Marine' }));
  const card = await screen.findByRole('region', { name: 'At this place' });
  const head = within(card).getByText('At this place');
  const top = () => card.getBoundingClientRect().top;
  const before = top();
  await userEvent.drag(head, within(card).getByRole('button', { name: 'Close this place' }));
  expect(top()).toBe(before);
  await userEvent.drag(head, within(card).getByText(/^Apply by/));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'At this place' })).toBeNull());
});

test('a pin can be reached and opened by keyboard, and Escape returns to it', async () => {
  open([anOpportunityRow()], { address: '/opportunity/browse?view=map' });
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  const pin = await within(map).findByRole('button', { name: 'Boat builder, Bayside Marine' });
  for (let tabs = 0; document.activeElement !== pin && tabs < 40; tabs += 1) await userEvent.tab();
  expect(document.activeElement).toBe(pin);
  for (const key of ['{Enter}', ' ']) {
    await userEvent.keyboard(key);
    const opened = within(await screen.findByRole('region', { name: 'At this place' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(opened.getByRole('link', { name: 'Boat builder' })),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'At this place' })).toBeNull());
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Boat builder, Bayside Marine'),
    );
  }
});

test.each([390, 1440])(
  'a window %i pixels wide scrolls to the panel of a pin, which stays in view',
  async (width) => {
    await resizeWindow(width, 800);
    open([anOpportunityRow({ lat: home.lat + 0.02, lon: home.lon - 0.02 })], {
      address: '/opportunity/browse?view=map',
    });
    const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
    await userEvent.click(await within(map).findByRole('button', { name: 'Boat builder, Bayside Marine' }));
    const card = await screen.findByRole('region', { name: 'At this place' });
    const below = screen.queryByRole('navigation', { name: 'Bottom' })?.getBoundingClientRect().top || 800;
    await waitFor(() => {
      const { top, bottom, left, right } = card.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(below);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    });
  },
);

test('groups pins that are too close together under a number, which expands by keyboard and by pointer', async () => {
  const { lat, lon } = anOpportunityRow();
  const near = [0, 1].map((n) =>
    anOpportunityRow({
      _id: `near-${n}`,
      opportunity_title: `Deckhand ${n}`,
      lat: (lat ?? 0) + n * 0.002,
      lon: lon ?? 0,
    }),
  );
  open(near, { address: '/opportunity/browse?view=map' });
  const map = within(await screen.findByRole('region', { name: 'Map of the opportunities' }));
  const together = () => map.queryByRole('button', { name: '2 places: zoom in' });
  const both = await waitFor(() => together() ?? Promise.reject(new Error('not drawn yet')));
  expect(both.textContent).toBe('2');
  expect(map.queryByRole('button', { name: /^Deckhand/ })).toBeNull();

  for (let tabs = 0; document.activeElement !== both && tabs < 40; tabs += 1) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  for (const n of [0, 1]) await map.findByRole('button', { name: `Deckhand ${n}, Bayside Marine` });
  expect(together()).toBeNull();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Deckhand/));

  // Every zoom draws its pins anew. Wait for them, because a pin of the zoom before cannot be pressed.
  const firstPin = () => map.getAllByRole('button', { name: /^(Deckhand|2 places)/ })[0];
  while (!together()) {
    const before = firstPin();
    await userEvent.click(map.getByRole('button', { name: 'Zoom out' }));
    await waitFor(() => expect(firstPin()).not.toBe(before));
  }
  await userEvent.click(await map.findByRole('button', { name: '2 places: zoom in' }));
  await waitFor(() => expect(together()).toBeNull());
});

test('a focused pin beyond the edge moves into view, whatever space the note below the map takes', async () => {
  const [near, far] = [anOpportunityRow(), anOpportunityRow({ _id: 'far', opportunity_title: 'Deckhand' })];
  open([near, { ...far, lat: (near.lat ?? 0) - 0.5 }], { address: '/opportunity/browse?view=map' });
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  const pin = await within(map).findByRole('button', { name: /^Deckhand/ });
  await within(map).findByText(/^Street map unavailable/);
  const frame = map.querySelector('.leaflet-container');
  const edges = () => [pin, frame].map((each) => each?.getBoundingClientRect().bottom ?? 0);
  const isInside = () => (edges()[0] ?? 0) <= (edges()[1] ?? 0);
  expect(isInside()).toBe(false);
  for (let tabs = 0; document.activeElement !== pin && tabs < 40; tabs += 1) await userEvent.tab();
  await waitFor(() => expect(isInside()).toBe(true));
});

test('without tiles, the map draws and names the coast and the nearby counties', async () => {
  open([anOpportunityRow()], { address: '/opportunity/browse?view=map' });
  const map = await screen.findByRole('region', { name: 'Map of the opportunities' });
  await within(map).findByText(/^Street map unavailable/);
  await within(map).findByText('Anne Arundel');
  expect(map.querySelectorAll('.leaflet-basemap-pane path').length).toBeGreaterThan(1);
  expect(within(map).queryByText('Los Angeles')).toBeNull();
  expect(within(map).getByRole('button', { name: 'Boat builder, Bayside Marine' })).toBeDefined();
});

test('a map of more than five hundred opportunities says that it shows only the nearest', async () => {
  open(() => partOf(812, rows(40)), { address: '/opportunity/browse?view=map' });
  await screen.findByText(/The map shows the 500 nearest of 812/);
});

test('a business cannot open the page', async () => {
  const { router } = open([], { user: { role: 'Business', business_name: 'Bayside Marine' } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
});

test('a deactivated student can only read: nothing offers to save an opportunity or the search', async () => {
  open([anOpportunityRow()], {
    user: { approved: false, deactivated: true },
    address: '/opportunity/browse?panel=shown',
  });
  expect(await screen.findByText('Your account is deactivated.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Boat builder|Deckhand/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save / })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Email me new matches weekly' })).toBeNull();
});
