import { screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { anOpportunityRow } from '../../testing/opportunities.ts';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp, renderPart } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import NamesSelect from '../opportunities/opportunities/NamesSelect.tsx';
import { switchLocale } from './locale.ts';

afterEach(() => switchLocale('en'));

const lists = {
  '/api/getFocusAreas': [
    { _id: '1', name: 'Boats', name_es: 'Barcos', ordinal: 1 },
    { _id: '2', name: 'Bread', name_es: '', ordinal: 2 },
  ],
  '/api/getPrograms': [{ _id: '3', name: 'Welding', name_es: 'Soldadura', ordinal: 1 }],
};

function browse(locale: 'en' | 'es', client_locale: 'es' | null = null) {
  const requests = answer({
    ...lists,
    '/api/current-user': aSession({ role: 'Student', focus_areas: [] }, { locale, client_locale }),
    '/api/getSettings': someSettings(),
    '/api/getOpportunities': [anOpportunityRow({ focus_areas: ['Boats', 'Bread'] })],
  });
  const { router } = openApp('/opportunity/browse');
  return { requests, router };
}

test('shows Spanish readers the Spanish names, and filters by the original', async () => {
  const { requests, router } = browse('es');
  const areas = within(await screen.findByRole('list', { name: 'Áreas de interés' }));
  await waitFor(() =>
    expect(areas.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Barcos', 'Bread']),
  );
  expect(screen.getByRole('article').textContent).toContain('Barcos');
  expect(screen.getByRole('article').textContent).not.toContain('Boats');
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }));
  const panel = within(await screen.findByRole('region', { name: 'Filtros' }));
  await userEvent.click(panel.getByRole('button', { name: /Áreas de interés/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Barcos' }));
  expect(await screen.findByRole('button', { name: 'Quitar el filtro Barcos' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ areas: ['Boats'] });
  const filters = requests
    .filter(({ path }) => path === '/api/getOpportunities')
    .map(({ query }) => JSON.parse(query.filter ?? '{}'));
  expect(filters.at(-1)).toEqual({ focusAreas: ['Boats'] });
});

test('an original in a Spanish page is marked as English', async () => {
  browse('es');
  const areas = within(await screen.findByRole('list', { name: 'Áreas de interés' }));
  const languageOf = (name: string) => areas.getByText(name).closest<HTMLElement>('[lang]')?.lang;
  await waitFor(() => expect(languageOf('Barcos')).toBe('es'));
  expect(languageOf('Bread')).toBe('en');
});

test('an original is not marked if the school system uses Spanish', async () => {
  browse('es', 'es');
  const areas = within(await screen.findByRole('list', { name: 'Áreas de interés' }));
  expect(areas.getByText('Bread').closest<HTMLElement>('[lang]')?.lang).toBe('es');
});

test('shows English readers the original, and loads no Spanish names', async () => {
  const { requests } = browse('en');
  const areas = within(await screen.findByRole('list', { name: 'Focus areas' }));
  expect(areas.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Boats', 'Bread']);
  expect(requests.map(({ path }) => path)).not.toContain('/api/getPrograms');
});

test('a search for a name finds it in either language', async () => {
  function Part() {
    const [value, setValue] = useState<string[]>([]);
    const nameOf = (name: string) => (name === 'Welding' ? 'Soldadura' : name);
    return (
      <>
        <NamesSelect
          label="Programas"
          description=""
          placeholder=""
          nothingFound="Nada"
          names={['Welding', 'Forestry']}
          nameOf={nameOf}
          field={{ value, onChange: setValue }}
        />
        <output>{value.join()}</output>
      </>
    );
  }
  renderPart(<Part />);
  const field = screen.getByRole('combobox', { name: 'Programas' });
  const options = () => screen.queryAllByRole('option').map((one) => one.textContent);
  await userEvent.type(field, 'welD');
  await waitFor(() => expect(options()).toEqual(['Soldadura']));
  await userEvent.clear(field);
  await userEvent.type(field, 'solda');
  await waitFor(() => expect(options()).toEqual(['Soldadura']));
  await userEvent.click(screen.getByRole('option', { name: 'Soldadura' }));
  expect(screen.getByRole('status').textContent).toBe('Welding');
});
