import { screen, waitFor } from '@testing-library/dom';
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

test('on a phone, a long list shows only the selected choices until expanded', async () => {
  await open('phone', ['Bread', 'Iron']);
  expect(shown()).toEqual(['Bread', 'Iron']);
  await userEvent.click(showAll());
  expect(shown()).toEqual(choices);
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Focus areas' })),
  );
});

test('a deselected choice stays visible while the list is collapsed', async () => {
  await open('phone', ['Bread']);
  await userEvent.click(chip('Bread'));
  expect(shown()).toEqual(['Bread']);
  expect(chip('Bread')).toHaveProperty('checked', false);
  await userEvent.click(chip('Bread'));
  expect(chip('Bread')).toHaveProperty('checked', true);
});

test('a list with nothing selected shows all choices, even after selecting some', async () => {
  await open('phone', []);
  await userEvent.click(chip('Boats'));
  expect(shown()).toEqual(choices);
});

test('a desktop screen shows all choices', async () => {
  await open('desk', ['Bread']);
  expect(shown()).toEqual(choices);
});

test('a list short enough for a phone shows all choices', async () => {
  await open('phone', ['Bread'], choices.slice(0, 8));
  expect(shown()).toHaveLength(8);
});
