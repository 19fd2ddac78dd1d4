import { screen } from '@testing-library/dom';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { mount, renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { lazyPart } from './lazy-part.ts';

test('a part whose code fails to load shows an error in its place, and loads on retry', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const load = vi.fn(async () => ({ default: () => <p>The map</p> }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  renderPart(
    <Suspense>
      <p>The list beside it</p>
      <Part />
    </Suspense>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Check your connection and try again.');
  expect(screen.getByText('The list beside it')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The map');
  expect(screen.queryByRole('alert')).toBeNull();
});

class Screen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <p>The screen failed</p> : this.props.children);
}

test('an error inside the part propagates to the screen', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Part = lazyPart(async () => ({
    default: () => {
      throw new Error('a fault of ours');
    },
  }));
  mount(
    <Screen>
      <Suspense>
        <Part />
      </Suspense>
    </Screen>,
  );
  await screen.findByText('The screen failed');
});
