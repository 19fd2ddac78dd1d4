import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { Disclosure } from './Disclosure.tsx';

test.each(['0', 'auto'])(
  'a panel stays within the window, from either edge: %s',
  async (marginInlineStart) => {
    renderPart(
      <div style={{ width: 'fit-content', marginInlineStart }}>
        <Disclosure label="More">
          <p style={{ width: 400 }}>What else can be done</p>
        </Disclosure>
      </div>,
    );
    const button = screen.getByRole('button', { name: 'More' });
    await userEvent.click(button);
    const { left, right } = screen.getByText('What else can be done').getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth);
    // Shifted no further than necessary.
    expect(Math.abs(left - button.getBoundingClientRect().left)).toBeLessThan(400);
  },
);
