import { screen, waitFor } from '@testing-library/dom';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { startLocale, switchLocale } from '../client/locale.ts';
import { Avatar } from './Avatar.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DateField } from './DateField.tsx';
import { readDate, showDate, showDay, showMoment, showMomentWithTime } from './dates.ts';
import { FileButton, type UploadWay } from './FileButton.tsx';
import { ManyChoices } from './ManyChoices.tsx';
import { ManySelect } from './ManySelect.tsx';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { maskPhone, PhoneInput } from './PhoneInput.tsx';
import { RichTextEditor } from './RichTextEditor.tsx';
import { RichTextView } from './RichTextView.tsx';
import { wordLine, wordsIn } from './rich-text.ts';
import { SearchField } from './SearchField.tsx';

test('formats a calendar date the American way in any time zone', () => {
  expect(showDate('2025-09-01')).toBe('09/01/2025');
  expect(showDay('2025-09-01')).toBe('Mon 09/01/2025');
  expect(showDate('next week')).toBe('next week');
});

test('formats a timestamp in the reader’s time zone, with its time where needed', () => {
  const at = (hour: number, minute: number) => new Date(2025, 8, 1, hour, minute).toISOString();
  expect(showMoment(at(23, 59))).toBe('09/01/2025');
  expect([at(0, 5), at(9, 30), at(12, 0), at(14, 5)].map(showMomentWithTime)).toEqual([
    '09/01/2025 12:05 AM',
    '09/01/2025 9:30 AM',
    '09/01/2025 12:00 PM',
    '09/01/2025 2:05 PM',
  ]);
});

test('parses a typed date and rejects one that does not exist', () => {
  expect(readDate('9/1/2025')).toBe('2025-09-01');
  expect(readDate('02/29/2024')).toBe('2024-02-29');
  for (const typed of ['02/30/2025', '13/01/2025', '00/10/2025', '9/1/25', 'soon', ''])
    expect(readDate(typed)).toBeNull();
});

function Opening({ at = '' }: { at?: string }) {
  const [date, setDate] = useState(at);
  return (
    <>
      <DateField label="Opens" value={date} onChange={setDate} />
      <output>{date}</output>
    </>
  );
}

test('a typed date is formatted when the field loses the focus', async () => {
  renderPart(<Opening />);
  await userEvent.type(screen.getByLabelText('Opens'), '9/1/2025');
  expect(screen.getByRole('status').textContent).toBe('2025-09-01');
  await userEvent.tab();
  expect(screen.getByLabelText('Opens')).toHaveProperty('value', '09/01/2025');
});

test('text that is not a date stays as typed, for the form to reject', async () => {
  renderPart(<Opening />);
  await userEvent.type(screen.getByLabelText('Opens'), '02/30/2025');
  await userEvent.tab();
  expect(screen.getByLabelText('Opens')).toHaveProperty('value', '02/30/2025');
  expect(screen.getByRole('status').textContent).toBe('02/30/2025');
});

test('a date can be picked from the calendar', async () => {
  renderPart(<Opening at="2025-09-01" />);
  await userEvent.click(screen.getByRole('button', { name: 'Pick a date for Opens' }));
  await userEvent.click(await screen.findByRole('button', { name: /18 September 2025/ }));
  expect(screen.getByRole('status').textContent).toBe('2025-09-18');
  expect(screen.getByLabelText('Opens')).toHaveProperty('value', '09/18/2025');
});

test('the calendar speaks the reader’s language', async () => {
  await startLocale();
  onTestFinished(() => switchLocale('en'));
  await switchLocale('es');
  renderPart(<Opening at="2025-09-01" />);
  await userEvent.click(screen.getByRole('button', { name: /Opens/ }));
  expect(await screen.findByRole('button', { name: /18 septiembre 2025/ })).toBeTruthy();
  expect(screen.getByText('septiembre 2025')).toBeTruthy();
});

test('closing the calendar returns the focus to its button', async () => {
  renderPart(<Opening at="2025-09-01" />);
  const toggle = screen.getByRole('button', { name: 'Pick a date for Opens' });
  await userEvent.click(toggle);
  await userEvent.click(await screen.findByRole('button', { name: /18 September 2025/ }));
  expect(document.activeElement).toBe(toggle);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Next month' });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull();
  expect(document.activeElement).toBe(toggle);
});

test('Escape closes the calendar while its button still has the focus', async () => {
  renderPart(<Opening at="2025-09-01" />);
  const toggle = screen.getByRole('button', { name: 'Pick a date for Opens' });
  await userEvent.click(toggle);
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' });
  // It takes the focus a moment after it is shown.
  await waitFor(() => expect(calendar.contains(document.activeElement)).toBe(true));
  toggle.focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull();
  expect(document.activeElement).toBe(toggle);
});

describe('in a dialog', () => {
  const close = vi.fn();
  const open = async () => {
    close.mockReset();
    renderPart(
      <ConfirmDialog opened onClose={close} onConfirm={() => undefined} confirm="Offer placement">
        <Opening at="2025-09-01" />
      </ConfirmDialog>,
    );
    return screen.findByRole('button', { name: 'Pick a date for Opens' });
  };

  test('a date can be picked from the calendar', async () => {
    await userEvent.click(await open());
    await userEvent.click(await screen.findByRole('button', { name: /18 September 2025/ }));
    expect(screen.getByLabelText('Opens')).toHaveProperty('value', '09/18/2025');
    expect(close).not.toHaveBeenCalled();
  });

  test.each(['calendar', 'button'])(
    'Escape closes only the calendar while its %s has the focus',
    async (at) => {
      const toggle = await open();
      await userEvent.click(toggle);
      const calendar = await screen.findByRole('dialog', { name: 'Calendar' });
      await waitFor(() => expect(calendar.contains(document.activeElement)).toBe(true));
      if (at === 'button') toggle.focus();
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('dialog', { name: 'Calendar' })).toBeNull();
      expect(document.activeElement).toBe(toggle);
      expect(close).not.toHaveBeenCalled();
      await userEvent.keyboard('{Escape}');
      expect(close).toHaveBeenCalledOnce();
    },
  );
});

test('an invalid password is marked as invalid, like any other field', () => {
  renderPart(<PasswordField label="Password" error="choose a longer one" />);
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['4', '(4'],
  ['410', '(410'],
  ['4105', '(410)5'],
  ['410555', '(410)555'],
  ['4105550', '(410)555-0'],
  ['410-555-0143', '(410)555-0143'],
  ['+1 (410) 555 0143 ext', '(410)555-0143 x'],
  ['(410)555-0143 ext. 204', '(410)555-0143 x204'],
  ['410555x', '(410)555'],
  ['+1', '+1'],
  ['+44 20', '+44 20'],
  ['+44 (20) 7946-0018 #7', '+44 20 79460018 x7'],
  ['020 7946 0018', '02079460018'],
  ['abc', ''],
])('a phone number is formatted when typed or pasted: %s', (typed, shaped) => {
  expect(maskPhone(typed)).toBe(shaped);
});

test('a digit in the middle of a phone number can be corrected in place', async () => {
  function Phone() {
    const [phone, setPhone] = useState('(410)555-0143');
    return <PhoneInput label="Phone" value={phone} onChange={setPhone} />;
  }
  renderPart(<Phone />);
  const field = screen.getByLabelText<HTMLInputElement>('Phone');
  await userEvent.click(field);
  field.setSelectionRange(3, 3);
  await userEvent.keyboard('{Backspace}9');
  expect([field.value, field.selectionStart]).toEqual(['(490)555-0143', 3]);
});

test('an extension and a foreign number can be typed', async () => {
  function Phone() {
    const [phone, setPhone] = useState('');
    return <PhoneInput label="Phone" value={phone} onChange={setPhone} />;
  }
  renderPart(<Phone />);
  const field = screen.getByLabelText<HTMLInputElement>('Phone');
  await userEvent.type(field, '4105550143 ext 204');
  expect(field.value).toBe('(410)555-0143 x204');
  await userEvent.clear(field);
  await userEvent.type(field, '+44 20 7946 0018');
  expect(field.value).toBe('+44 20 7946 0018');
});

test.each([
  ['Ana Maria Lopez', 'AL'],
  ['E\u0301mile', 'E\u0301'],
  ['👨\u200d👩\u200d👧 lopez', '👨\u200d👩\u200d👧L'],
])('the initials of %s are whole characters', (name, initials) => {
  renderPart(<Avatar name={name} />);
  expect(screen.getByText(initials)).toBeDefined();
});

test('a search starts half a second after the last key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onSearch = vi.fn();
  renderPart(<SearchField label="Search" value="" onSearch={onSearch} />);
  const field = screen.getByLabelText('Search');
  await userEvent.type(field, 'o');
  flushSync(() => void vi.advanceTimersByTime(499));
  await userEvent.type(field, 'k');
  flushSync(() => void vi.advanceTimersByTime(499));
  expect(onSearch).not.toHaveBeenCalled();
  flushSync(() => void vi.advanceTimersByTime(1));
  expect(onSearch.mock.calls).toEqual([['ok']]);
});

test('Enter and clearing search immediately', async () => {
  const onSearch = vi.fn();
  renderPart(<SearchField label="Search" value="old" onSearch={onSearch} />);
  await userEvent.type(screen.getByLabelText('Search'), 'er{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(onSearch.mock.calls).toEqual([['older'], ['']]);
});

test('returns a number as a number, other text as typed, and empty instead of 0', async () => {
  const given: (number | string)[] = [];
  function Hours() {
    const [hours, setHours] = useState<number | string>(1);
    const give = (value: number | string) => {
      given.push(value);
      setHours(value);
    };
    return <NumberField label="Hours" value={hours} onChange={give} />;
  }
  renderPart(<Hours />);
  const field = screen.getByLabelText<HTMLInputElement>('Hours');
  await userEvent.clear(field);
  await userEvent.type(field, '7.5');
  expect(field.value).toBe('7.5');
  await userEvent.type(field, 'h');
  expect(given).toEqual(['', 7, 7, 7.5, '7.5h']);
});

test('selects several entries from a list that stays open, and shows how many are selected', async () => {
  function Schools() {
    const [schools, setSchools] = useState(['Annapolis High']);
    return (
      <ManyChoices
        label="Schools"
        options={['Annapolis High', 'Broadneck High', 'Severna Park High']}
        value={schools}
        onChange={setSchools}
      />
    );
  }
  renderPart(<Schools />);
  await userEvent.click(screen.getByRole('button', { name: 'Schools 1 chosen' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Broadneck High' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Severna Park High' }));
  expect(screen.getByRole('button', { name: 'Schools 3 chosen' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole('button', { name: 'Schools' })).toBeTruthy();
});

const pdf = (bytes: number) => new File([new Uint8Array(bytes)], 'resume.pdf', { type: 'application/pdf' });
const upload = (onFile: (file: File, way: UploadWay) => Promise<unknown>) => (
  <FileButton label="Upload resume" accept="application/pdf" onFile={onFile} />
);

test('an upload shows its progress and can be canceled', async () => {
  let signal: AbortSignal | undefined;
  renderPart(
    upload((_file, way) => {
      way.onProgress(0.4);
      signal = way.signal;
      return new Promise((_resolve, reject) =>
        way.signal.addEventListener('abort', () => reject(way.signal.reason)),
      );
    }),
  );
  await userEvent.chooseFile(screen.getByRole('button', { name: 'Upload resume' }), pdf(10));
  const bar = await screen.findByRole('progressbar', { name: 'Sending resume.pdf' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(signal?.aborted).toBe(true);
  expect(await screen.findByRole('button', { name: 'Upload resume' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an upload is a single control that keeps the focus during and after the upload', async () => {
  let end = () => {};
  const { container } = renderPart(
    upload(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    ),
  );
  // The hidden file input is not a Tab stop and is not read aloud.
  expect(container.querySelector('input')?.hidden).toBe(true);
  const button = screen.getByRole('button', { name: 'Upload resume' });
  await userEvent.chooseFile(button, pdf(10));
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  end();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Upload resume'));
});

test('a failed upload shows the reason', async () => {
  renderPart(upload(() => Promise.reject(new Error('Only PDF, Word and picture files'))));
  await userEvent.chooseFile(screen.getByRole('button', { name: 'Upload resume' }), pdf(10));
  expect((await screen.findByRole('alert')).textContent).toBe('Only PDF, Word and picture files');
});

test('counts words as a reader would', () => {
  expect(wordsIn('<p>We build</p><p>boats.</p><ul><li>&nbsp;</li></ul>')).toBe(3);
  expect(wordsIn('<p></p>')).toBe(0);
  // In quadratic time this would take minutes.
  expect(wordsIn('<'.repeat(400_000))).toBe(1);
  expect(wordLine(1, { from: 150, to: 250 })).toBe('1 word, 150 to 250 suggested');
});

test.each([
  ['a script', '<p>Hello</p><script>x()</script>', 'script'],
  ['a handler', '<p onclick="x()">Hello</p>', '[onclick]'],
  ['a picture, which tells its server who reads', '<p>Hello</p><img src="https://evil.test/seen">', 'img'],
  ['a form', '<p>Hello</p><form action="https://evil.test"></form>', 'form'],
  ['a link that runs something', '<p>Hello <a href="javascript:x()">you</a></p>', '[href]'],
  ['a style that covers the page', '<p style="position:fixed">Hello</p>', '[style*=fixed]'],
])('never renders %s in rich text', (_what, html, danger) => {
  const { container } = renderPart(<RichTextView html={html} />);
  expect(screen.getByText(/Hello/)).toBeTruthy();
  expect(container.querySelector(`p ${danger}, p${danger}, p + ${danger}`)).toBeNull();
});

test('a link in rich text opens without a referrer or a window handle', () => {
  renderPart(<RichTextView html={'<p>See <a href="https://example.org">this</a></p>'} />);
  const link = screen.getByRole('link', { name: 'this' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer nofollow',
  ]);
});

test('the editor is a field like any other: named, required, with its error', async () => {
  const editor = (error?: string) => (
    <RichTextEditor label="Business bio" required value="<p>Boats</p>" onChange={() => {}} error={error} />
  );
  renderPart(editor('this field is required'));
  const field = await screen.findByRole('textbox', { name: /Business bio/ });
  expect(field.textContent).toBe('Boats');
  expect(field.getAttribute('aria-required')).toBe('true');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'this field is required',
    '1 word',
  ]);
});

test('a password’s Show button takes the focus if no field has it, and leaves it in a focused field', async () => {
  renderPart(<PasswordField label="Password" />);
  const eye = screen.getByRole('button', { name: 'Show password' });
  await userEvent.click(eye);
  expect(document.activeElement).toBe(eye);
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.click(eye);
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

function Schools() {
  const [schools, setSchools] = useState(['North High', 'South High']);
  return (
    <>
      <ManySelect
        label="Schools"
        data={['North High', 'South High']}
        value={schools}
        onChange={setSchools}
        clearButtonProps={{ 'aria-label': 'Clear schools' }}
      />
      <output>{schools.join()}</output>
    </>
  );
}

test('a field takes the focus when one of its pills is removed', async () => {
  const { container } = renderPart(<Schools />);
  const cross = container.querySelector('.mantine-Pill-remove');
  await userEvent.click(cross ?? container);
  expect(screen.getByRole('status').textContent).toBe('South High');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Schools' }));
});

test.each(['pointer', 'keyboard'])(
  'a field takes the focus when its choices are cleared by %s',
  async (input) => {
    renderPart(<Schools />);
    const clear = screen.getByRole('button', { name: 'Clear schools' });
    if (input === 'pointer') await userEvent.click(clear);
    else {
      for (let tabs = 0; document.activeElement !== clear && tabs < 5; tabs += 1) await userEvent.tab();
      expect(document.activeElement).toBe(clear);
      await userEvent.keyboard('{Enter}');
    }
    expect(screen.getByRole('status').textContent).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Schools' }));
  },
);
