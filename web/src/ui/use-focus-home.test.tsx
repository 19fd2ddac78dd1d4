import { screen, waitFor } from '@testing-library/dom';
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
const frame = () => new Promise((rendered) => requestAnimationFrame(rendered));

test('when a focused button is removed, its part takes the focus', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  rerender(part(null));
  await waitFor(() => expect(focused()).toBe('Hours'));
});

test('when that part is removed too, the one around it takes the focus', async () => {
  const { rerender } = renderPart(<Home name="Project">{<Home name="Hours">{button}</Home>}</Home>);
  screen.getByRole('button').focus();
  rerender(<Home name="Project" />);
  await waitFor(() => expect(focused()).toBe('Project'));
});

test('does not take the focus from another element', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  screen.getByRole('textbox').focus();
  rerender(part(null));
  await frame();
  await frame();
  expect(focused()).toBe('Note');
});

test('does not take the focus back from a button that was left before', async () => {
  const { rerender } = renderPart(part(button));
  screen.getByRole('button').focus();
  screen.getByRole('button').blur();
  await frame();
  rerender(part(null));
  await frame();
  await frame();
  expect(focused()).toBe('BODY');
});
