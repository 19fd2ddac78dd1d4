import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { useFocusHome } from './use-focus-home.ts';

function Home({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <section ref={useFocusHome()} tabIndex={-1} aria-label={name}>
      {children}
    </section>
  );
}

const field = <input aria-label="Note" />;
const button = <button type="button">Approve</button>;
const part = (inner: ReactNode) => (
  <>
    <Home name="Project">
      <Home name="Hours">{inner}</Home>
    </Home>
    {field}
  </>
);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

test('where a focused button is taken away, the part that it stood in has the focus', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  rerender(part(null));
  await waitFor(() => expect(focused()).toBe('Hours'));
});

test('where that part is gone too, the one around it has', async () => {
  const { rerender } = renderPart(<Home name="Project">{<Home name="Hours">{button}</Home>}</Home>);
  screen.getByRole('button').focus();
  rerender(<Home name="Project" />);
  await waitFor(() => expect(focused()).toBe('Project'));
});

test('whoever is elsewhere by then stays there', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  screen.getByRole('textbox').focus();
  rerender(part(null));
  await frame();
  await frame();
  expect(focused()).toBe('Note');
});

test('whoever has left the button of themselves is not brought back', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  screen.getByRole('button').blur();
  await frame();
  rerender(part(null));
  await frame();
  await frame();
  expect(focused()).toBe('BODY');
});
