import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { resizeWindow } from '../../testing/window-size.ts';
import { ChipChoice } from './ChipChoice.tsx';

const choices = ['Boats', 'Bread', 'Care', 'Design', 'Energy', 'Farming', 'Glass', 'Health', 'Iron'];

async function open(device: 'phone' | 'desk', chosen: string[], offered = choices) {
  if (device === 'phone') await resizeWindow(390);
  function Areas() {
    const [value, setValue] = useState(chosen);
    return <ChipChoice label="Focus areas" choices={offered} value={value} onChange={setValue} />;
  }
  renderPart(<Areas />);
}

const shown = () => screen.getAllByRole('checkbox').map((chip) => (chip as HTMLInputElement).value);
const chip = (name: string) => screen.getByRole('checkbox', { name });
const showAll = () => screen.getByRole('button', { name: 'Show all 9' });

test('on a phone a long list shows what is chosen, and all of it when it is asked for', async () => {
  await open('phone', ['Bread', 'Iron']);
  expect(shown()).toEqual(['Bread', 'Iron']);
  await userEvent.click(showAll());
  expect(shown()).toEqual(choices);
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Focus areas' })),
  );
});

test('what is taken back while the rest is hidden stays, to be chosen again', async () => {
  await open('phone', ['Bread']);
  await userEvent.click(chip('Bread'));
  expect(shown()).toEqual(['Bread']);
  expect(chip('Bread')).toHaveProperty('checked', false);
  await userEvent.click(chip('Bread'));
  expect(chip('Bread')).toHaveProperty('checked', true);
});

test('where nothing is chosen yet all of it is in sight, and stays so while one chooses', async () => {
  await open('phone', []);
  await userEvent.click(chip('Boats'));
  expect(shown()).toEqual(choices);
});

test('a desk shows all of it', async () => {
  await open('desk', ['Bread']);
  expect(shown()).toEqual(choices);
});

test('a list that a phone has room for is shown whole', async () => {
  await open('phone', ['Bread'], choices.slice(0, 8));
  expect(shown()).toHaveLength(8);
});
