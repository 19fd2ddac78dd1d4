import { screen, waitFor } from '@testing-library/dom';
import { startTransition, useLayoutEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import RichTextArea from './RichTextArea.tsx';

// Tiptap removes an editor whose component is not in the page 1 ms after it was created, and replaces it later.
const elapse = () => {
  vi.advanceTimersByTime(1);
};

function BusyRendering() {
  elapse();
  return null;
}

function BusyAfterwards() {
  useLayoutEffect(elapse, []);
  return null;
}

test.each([
  ['while it renders', BusyRendering],
  ['before its effects', BusyAfterwards],
])('an awaited editor shows and takes the focus when the browser is busy %s', async (_, Busy) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onChange = vi.fn<(html: string) => void>();
  function Form() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => startTransition(() => setIsOpen(true))}>
          Write
        </button>
        {isOpen && (
          <>
            <RichTextArea
              value="<p>Plank by plank</p>"
              onChange={onChange}
              isAwaited={{ current: true }}
              attributes={{ role: 'textbox', 'aria-label': 'Description' }}
            />
            <Busy />
          </>
        )}
      </>
    );
  }
  renderPart(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Write' }));
  await vi.waitFor(() => screen.getByRole('textbox', { name: 'Description' }));
  vi.useRealTimers();
  const area = screen.getByRole('textbox', { name: 'Description' });
  await waitFor(() => expect(document.activeElement).toBe(area));
  await userEvent.keyboard('.');
  expect(onChange).toHaveBeenLastCalledWith('<p>.Plank by plank</p>');
});

test('a pasted table keeps its cells apart, and a subscript its meaning', async () => {
  const onChange = vi.fn<(html: string) => void>();
  const cell = (text: string) => (
    <td>
      <p>{text}</p>
    </td>
  );
  renderPart(
    <>
      <div data-testid="document">
        <table>
          <tbody>
            <tr>
              {cell('Week')}
              {cell('Hours')}
            </tr>
            <tr>
              {cell('1')}
              {cell('12')}
            </tr>
          </tbody>
        </table>
        <p>
          H<sub>2</sub>O
        </p>
      </div>
      <RichTextArea
        value=""
        onChange={onChange}
        isAwaited={{ current: false }}
        attributes={{ role: 'textbox', 'aria-label': 'Description' }}
      />
    </>,
  );
  const editor = await screen.findByRole('textbox', { name: 'Description' });
  getSelection()?.selectAllChildren(screen.getByTestId('document'));
  await userEvent.keyboard('{Control>}c{/Control}');
  await userEvent.click(editor);
  await userEvent.keyboard('{Control>}v{/Control}');
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  const pasted = onChange.mock.lastCall?.[0] ?? '';
  expect(pasted).toContain('<p>Week | Hours</p><p>1 | 12</p>');
  expect(pasted).toContain('H<sub>2</sub>O');
});
