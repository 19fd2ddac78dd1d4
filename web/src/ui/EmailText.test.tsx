import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { EmailText } from './EmailText.tsx';

test.each([
  [false, 'ada@|waypost.test'],
  [true, 'ada@|waypost.|test'],
])('an address in a narrow column (%s) breaks after its @, not within a name', (narrow, lines) => {
  renderPart(<EmailText address="ada@waypost.test" narrow={narrow} />);
  const address = screen.getByText(/ada@/);
  expect(address.innerHTML.replaceAll('<wbr>', '|')).toBe(lines);
});
