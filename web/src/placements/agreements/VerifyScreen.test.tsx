import { screen, within } from '@testing-library/dom';
import type { CheckedDocument } from '@waypost/contract/placements/agreements/calls';
import { expect, test } from 'vitest';
import { someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, type RecordedRequest } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const CODE = '7K2M-04QX-9TRB';
const SHA_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const aDocument = (but: Partial<CheckedDocument> = {}): CheckedDocument => ({
  code: CODE,
  state: 'valid',
  school_system: 'Bay Schools',
  version: 2,
  sha256: SHA_OF_ABC,
  signed_at: '2026-03-02T15:00:00.000Z',
  signers: [
    { party: 'student', initials: 'M. O.' },
    { party: 'school', initials: 'A. L.' },
  ],
  ...but,
});

function open(document: CheckedDocument, code = CODE) {
  const requests = answer({
    '/api/current-user': [],
    '/api/getSettings': someSettings(),
    '/api/checkDocument': ({ query }: RecordedRequest) => ({
      document: query.code === CODE ? document : null,
    }),
  });
  openApp(`/verify/${code}`);
  return requests;
}

test.each([
  ['valid', 'Valid', 'This agreement is in force.'],
  ['superseded', 'Superseded', 'A newer version of this agreement has replaced this one.'],
  ['void', 'Void', 'This agreement is no longer in force.'],
] as const)('shows anyone with the code the state of the document: %s', async (state, word, sentence) => {
  open(aDocument({ state }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByText(word)).toBeTruthy();
  for (const shown of ['Bay Schools', CODE, '03/02/2026', 'M. O.', 'A. L.'])
    expect(screen.getByText(shown)).toBeTruthy();
});

test('a copy that is chosen or dropped is compared in the browser', async () => {
  const requests = open(aDocument());
  const place = within(await screen.findByRole('region', { name: 'Is your copy unchanged?' }));
  const button = place.getByRole('button', { name: 'Choose PDF' });
  await userEvent.chooseFile(button, new File(['abc'], 'mine.pdf', { type: 'application/pdf' }));
  expect(await place.findByText('mine.pdf is the signed document.')).toBeTruthy();
  await userEvent.dropFile(button, new File(['abd'], 'theirs.pdf', { type: 'application/pdf' }));
  expect(
    await place.findByText('theirs.pdf is another file, or it was changed after it was signed.'),
  ).toBeTruthy();
  await userEvent.dropFile(button, new File(['abc'], 'again.pdf', { type: 'application/pdf' }));
  expect(await place.findByText('again.pdf is the signed document.')).toBeTruthy();
  // A request could contain the copy only in its body.
  expect(requests.filter(({ method, body }) => method !== 'GET' || body !== undefined)).toEqual([]);
});

test('says that a code is unknown, and lets the reader correct it', async () => {
  open(aDocument(), 'wrong');
  expect(await screen.findByText(/We couldn’t find an agreement with the code wrong\./)).toBeTruthy();
  expect(screen.getByText('Not found')).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Code/ });
  expect(field.value).toBe('wrong');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Check code' }));
  expect(await screen.findByText('this field is required')).toBeTruthy();
  await userEvent.type(field, '7k2mo4qx9trb{Enter}');
  expect(await screen.findByText('This agreement is in force.')).toBeTruthy();
});
