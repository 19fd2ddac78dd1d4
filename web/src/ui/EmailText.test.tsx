import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { EmailText } from './EmailText.tsx';

test.each([
  [{ narrow: false }, 'ada@|waypost.test'],
  [{ narrow: true }, 'ada@|waypost.|test'],
])('an email address can break %j: %s', ({ narrow }, parts) => {
  renderPart(<EmailText address="ada@waypost.test" narrow={narrow} />);
  const address = screen.getByText(/ada@/);
  expect(address.innerHTML.replaceAll('<wbr>', '|')).toBe(parts);
});
