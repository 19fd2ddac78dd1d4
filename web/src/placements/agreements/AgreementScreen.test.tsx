import { screen, waitFor, within } from '@testing-library/dom';
import type { Agreement, PlacementAgreement, Signature } from '@waypost/contract/placements/agreements/calls';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from 'vitest/browser';
import { agreementTerms } from '../../../../contract/testing/agreement-terms.ts';
import { tooLarge } from '../../../testing/files.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, type RecordedRequest } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const HASH = 'a'.repeat(64);

const anAgreement = (overrides: Partial<Agreement> = {}): Agreement => ({
  _id: 'v1',
  version: 1,
  revision: 3,
  status: 'sent',
  text_hash: HASH,
  locale: 'en',
  missing: [],
  other_supervisor: '',
  text: '# The placement\n\nMaya works at the boatyard.\n\n- On time\n- With care',
  terms: { ...agreementTerms, guardian_signs: true },
  signing_order: 'parallel',
  parties: ['student', 'guardian', 'business', 'school'],
  signatures: [],
  signers: [],
  guardian_released: false,
  turn: ['student', 'guardian', 'business', 'school'],
  turn_since: '2026-03-02T15:00:00.000Z',
  actions: [],
  sent_at: '2026-03-02T15:00:00.000Z',
  expires_at: '2026-04-02T00:00:00.000Z',
  closed: null,
  ...overrides,
});

const aPlacement = (
  agreement: Agreement | null,
  overrides: Partial<PlacementAgreement> = {},
): PlacementAgreement => ({
  project_id: id,
  names: {
    student: 'Maya Torres',
    school: 'Bay High',
    program: 'Boats',
    school_system: 'Bay Schools',
    business: 'Bayside Marine',
    title: 'Boatyard Intern',
  },
  agreement,
  versions: agreement
    ? [
        {
          version: agreement.version,
          status: agreement.status,
          updated_at: agreement.turn_since,
          document: null,
        },
      ]
    : [],
  may_start: false,
  hours_wait: false,
  signs_as: ['Maya Torres'],
  needs_scan: false,
  birth_date_of: '',
  ...overrides,
});

function open(
  role: 'Student' | 'Business' | 'Teacher' | 'Admin',
  found: PlacementAgreement,
  more: object = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getAgreement': found,
    ...more,
  });
  openApp(`/project/${id}/agreement`);
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
}

const student: Signature = {
  party: 'student',
  name: 'Maya Torres',
  name_on_file: '',
  method: 'account',
  signed_on: '2026-03-02',
  signed_at: '2026-03-02T15:00:00.000Z',
  recorded_by: '',
  sent_to: '',
  scan: null,
  proof: null,
  proof_to: '',
};

test('someone who types another name is asked whether they are the person on file', async () => {
  const signed = anAgreement({
    status: 'partly signed',
    signatures: [{ ...student, name: 'Mia Thorn', name_on_file: 'Maya Torres' }],
  });
  const sent = open('Student', aPlacement(anAgreement({ actions: ['sign'] })), {
    '/api/agreement_sign': aPlacement(signed),
  });
  expect(await screen.findByText('You sign as Maya Torres.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /full name/ }), 'Mia Thorn');
  await userEvent.click(screen.getByRole('checkbox', { name: /I sign it online/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign the agreement' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Are you Maya Torres?' }));
  await userEvent.click(asked.getByRole('button', { name: 'This isn’t me' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('/api/agreement_sign')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Sign the agreement' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, that’s me' }));
  expect(await screen.findByText(/^Mia Thorn \(on file: Maya Torres\), /)).toBeTruthy();
});

test('a business signs as one of its people, in any spelling', async () => {
  const found = { signs_as: ['Zoë Bay', 'Owen Bay'] };
  const sent = open('Business', aPlacement(anAgreement({ actions: ['sign'] }), found), {
    '/api/agreement_sign': aPlacement(anAgreement({ status: 'partly signed' })),
  });
  expect(await screen.findByText('You sign as Zoë Bay, for Bayside Marine.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /full name/ }), 'zoe bay');
  await userEvent.click(screen.getByRole('checkbox', { name: /I sign it online/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign the agreement' }));
  expect(await screen.findByText('Your signature is recorded.')).toBeTruthy();
  expect(sent('/api/agreement_sign')).toHaveLength(1);
});

test('everyone reads that a version names a former supervisor', async () => {
  open('Teacher', aPlacement(anAgreement({ other_supervisor: 'Owen Bay', actions: ['change'] })));
  expect(await screen.findByText(/^Owen Bay supervises this placement now, but this version/)).toBeTruthy();
});

test('the student reads the agreement and signs by typing their name', async () => {
  const signed = anAgreement({
    status: 'partly signed',
    signatures: [student],
    turn: ['business', 'school'],
  });
  const sent = open('Student', aPlacement(anAgreement({ actions: ['sign', 'decline'] })), {
    '/api/agreement_sign': aPlacement(signed),
  });
  const text = within(await screen.findByRole('region', { name: 'Training agreement' }));
  expect(text.getByRole('heading', { name: 'The placement' })).toBeTruthy();
  expect(text.getByText('Maya works at the boatyard.')).toBeTruthy();
  expect(screen.getByText('It’s your turn to sign.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign the agreement' }));
  expect(await screen.findByText('type your full name')).toBeTruthy();
  expect(screen.getByText('check this box to sign electronically')).toBeTruthy();
  expect(sent('/api/agreement_sign')).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: /full name/ }), 'Maya Torres');
  await userEvent.click(screen.getByRole('checkbox', { name: /I sign it online/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign the agreement' }));
  expect(await screen.findByText('Your signature is recorded.')).toBeTruthy();
  expect(await screen.findByText(/Maya Torres, .*logged in to their account/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign the agreement' })).toBeNull();
  expect(sent('/api/agreement_sign')).toEqual([
    { project_id: id, text_hash: HASH, name: 'Maya Torres', agreed: true },
  ]);
});

test('declining needs a reason', async () => {
  const declined = anAgreement({
    status: 'declined',
    turn: ['school'],
    closed: { reason: 'The pay is wrong.', by: 'Maya Torres', at: '2026-03-03T15:00:00.000Z' },
  });
  const sent = open('Student', aPlacement(anAgreement({ actions: ['sign', 'decline'] })), {
    '/api/agreement_decline': aPlacement(declined),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Decline to sign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline to sign?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline to sign' }));
  expect(await dialog.findByText('Give a reason')).toBeTruthy();
  expect(sent('/api/agreement_decline')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The pay is wrong.');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline to sign' }));
  expect(await screen.findByText(/Maya Torres, .*: The pay is wrong\./)).toBeTruthy();
});

test('staff fill in what is missing and send it', async () => {
  const draft = anAgreement({
    status: 'draft',
    text_hash: '',
    parties: [],
    turn: ['business'],
    missing: ['duties'],
    actions: ['fill in', 'send', 'void'],
    sent_at: null,
    expires_at: null,
  });
  draft.terms = { ...draft.terms, duties: '' };
  const sent = open('Admin', aPlacement(draft), {
    '/api/agreement_saveTerms': aPlacement({ ...draft, revision: 4, missing: [] }),
    '/api/agreement_send': aPlacement(anAgreement({ revision: 5, actions: ['sign'] })),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: /^Duties/ }), 'Sands hulls.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'A parent or guardian signs as well' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send for signatures' }));
  expect(await screen.findByText('Everyone can read it now. We ask each of them to sign.')).toBeTruthy();
  expect(sent('/api/agreement_saveTerms')).toMatchObject([
    { project_id: id, revision: 3, duties: 'Sands hulls.', hours_per_week: 20, guardian_signs: false },
  ]);
  expect(sent('/api/agreement_send')).toEqual([{ project_id: id, revision: 4 }]);
});

test('before sending, staff see who will be asked to sign, and a warning if no guardian can be', async () => {
  const cannot = { ...anne, sent_at: null, obstacle: 'not confirmed' as const, may_send: false };
  const owen = { ...cannot, _id: 'c1', party: 'business' as const, name: 'Owen Bay', email: 'owen@bay.test' };
  const draft = anAgreement({
    status: 'draft',
    text_hash: '',
    parties: [],
    turn: ['school'],
    missing: [],
    actions: ['fill in', 'send'],
    sent_at: null,
    expires_at: null,
    signers: [cannot, { ...owen, obstacle: null }],
  });
  const sent = open('Admin', aPlacement(draft), {
    '/api/agreement_saveTerms': aPlacement({ ...draft, revision: 4 }),
    '/api/agreement_send': aPlacement(anAgreement({ revision: 5, actions: ['sign'] })),
  });
  const requests = within(await screen.findByRole('region', { name: 'Who will be asked to sign' }));
  expect(requests.getByText('Owen Bay, by a link to owen@bay.test')).toBeTruthy();
  expect(requests.getByText(/^Anne Torres: Only the student named them/)).toBeTruthy();
  expect(requests.getByText('No parent or guardian can be asked')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send for signatures' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send without asking a guardian?' }));
  expect(dialog.getByText(/once you record their signature on paper/)).toBeTruthy();
  expect(sent('/api/agreement_send')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Send for signatures' }));
  expect(await screen.findByText('Everyone can read it now. We ask each of them to sign.')).toBeTruthy();
  expect(sent('/api/agreement_send')).toEqual([{ project_id: id, revision: 4 }]);
});

test('in a draft, staff read that the birth date is not known, and go to where they enter it', async () => {
  const draft = anAgreement({ status: 'draft', parties: [], actions: ['fill in', 'send'] });
  open('Teacher', aPlacement(draft, { birth_date_of: 'maya' }));
  expect(await screen.findByText(/birth date is not known\. It decides whether/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Enter the birth date' });
  expect(link.getAttribute('href')).toBe('/profile/view/maya');
});

test('a business fills in a draft, and does not decide about guardians', async () => {
  const draft = anAgreement({ status: 'draft', parties: [], turn: ['business'], actions: ['fill in'] });
  open('Business', aPlacement(draft));
  expect(await screen.findByRole('button', { name: 'Save draft' })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'A parent or guardian signs as well' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send for signatures' })).toBeNull();
});

test('a change after a signature warns that everyone has to sign again', async () => {
  const partly = anAgreement({
    status: 'partly signed',
    signatures: [student],
    turn: ['business'],
    actions: ['record paper', 'change'],
  });
  const draft = anAgreement({
    _id: 'v2',
    version: 2,
    revision: 1,
    status: 'draft',
    actions: ['fill in', 'send'],
  });
  const sent = open('Teacher', aPlacement(partly), { '/api/agreement_change': aPlacement(draft) });
  await userEvent.click(await screen.findByRole('button', { name: 'Write a new version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write a new version?' }));
  expect(dialog.getByText(/1 person has signed\. They sign the new version again/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Write a new version' }));
  expect(
    await screen.findByText(/everyone signs again, even those who signed an earlier version/),
  ).toBeTruthy();
  expect(sent('/api/agreement_change')).toEqual([{ project_id: id, revision: 3 }]);
});

test('where links take a code, a signature on paper is not recorded without its scan', async () => {
  const sent = open('Teacher', aPlacement(anAgreement({ actions: ['record paper'] }), { needs_scan: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record a signature' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Name of the person/ }), 'Anne Torres');
  await userEvent.click(screen.getByRole('button', { name: 'Record signature' }));
  expect(await screen.findByText('add a scan or a photo of the signed copy')).toBeTruthy();
  expect(sent('/api/agreement_recordPaper')).toEqual([]);
});

test('staff record a signature on paper', async () => {
  const guardian: Signature = {
    party: 'guardian',
    name: 'Anne Torres',
    name_on_file: '',
    method: 'paper',
    signed_on: '2026-03-03',
    signed_at: null,
    recorded_by: 'Tess Reed',
    sent_to: '',
    proof: null,
    proof_to: '',
    scan: { _id: 'f', name: 'scan.pdf', path: '/files/f' },
  };
  const recorded = anAgreement({ status: 'partly signed', revision: 4, signatures: [guardian] });
  const sent = open('Teacher', aPlacement(anAgreement({ actions: ['record paper'] })), {
    '/api/agreement_recordPaper': aPlacement(recorded),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Record a signature' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record signature' }));
  expect(await screen.findByText('who signed?')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Name of the person/ }), 'Anne Torres');
  await userEvent.click(screen.getByRole('button', { name: 'Record signature' }));
  expect(await screen.findByText(/Anne Torres, 03\/03\/2026, on paper; recorded by Tess Reed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the scan' })).toBeTruthy();
  expect(sent('/api/agreement_recordPaper')).toMatchObject([
    { project_id: id, text_hash: HASH, party: 'guardian', name: 'Anne Torres', file_id: null },
  ]);
});

test('prints who signed and lines for the others to sign on, but no controls', async () => {
  const guardian: Signature = {
    party: 'guardian',
    name: 'Anne Torres',
    name_on_file: '',
    method: 'paper',
    signed_on: '2026-03-03',
    signed_at: null,
    recorded_by: 'Tess Reed',
    sent_to: '',
    proof: null,
    proof_to: '',
    scan: null,
  };
  const partly = anAgreement({ status: 'partly signed', signatures: [guardian], actions: ['record paper'] });
  open('Business', aPlacement(partly));
  await screen.findByRole('button', { name: 'Print' });
  const lines = [
    screen.getByText('Parent or guardian: signed by Anne Torres on 03/03/2026'),
    screen.getByText('Student: name, signature, date'),
  ];
  const shown = () => [
    ...lines.map((line) => line.checkVisibility()),
    screen.queryAllByRole('button').length + screen.queryAllByRole('link').length > 0,
  ];
  expect(shown()).toEqual([false, false, true]);
  await commands.showFor('print');
  onTestFinished(() => commands.showFor('screen'));
  expect(shown()).toEqual([true, true, false]);
});

test('refuses a scan that is too large before sending any of it', async () => {
  const uploads = pauseUploads();
  open('Teacher', aPlacement(anAgreement({ actions: ['record paper'] })));
  await userEvent.click(await screen.findByRole('button', { name: 'Record a signature' }));
  const button = await screen.findByRole('button', { name: 'Upload scan' });
  await userEvent.chooseFile(button, tooLarge('scan.pdf', 'application/pdf'));
  expect(await screen.findByText('File too large to upload')).toBeTruthy();
  expect(uploads).toEqual([]);
});

test('a signed version has its PDF, and earlier ones keep theirs', async () => {
  const at = '2026-03-02T15:00:00.000Z';
  const signed = anAgreement({ version: 2, status: 'signed', turn: [], signatures: [student] });
  const first = {
    version: 1,
    status: 'void' as const,
    updated_at: at,
    document: { code: '7K2M-04QX-9TRB', path: `/files/agreement/${id}/1`, sealed_at: at },
  };
  const versions = [{ version: 2, status: 'signed' as const, updated_at: at, document: null }, first];
  open('Student', aPlacement(signed, { versions }));
  expect(await screen.findByText('The signed PDF will be here in a moment.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Signed PDF, version 1' });
  expect(link.getAttribute('href')).toBe(`/files/agreement/${id}/1`);
  const check = screen.getByRole('link', { name: 'Check the signatures of version 1' });
  expect(check.getAttribute('href')).toBe('/verify/7K2M-04QX-9TRB');
});

test('a placement older than agreements has none until staff start one', async () => {
  const sent = open('Teacher', aPlacement(null, { may_start: true }), {
    '/api/agreement_start': aPlacement(anAgreement({ status: 'draft', actions: ['fill in', 'send'] })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Start an agreement' }));
  expect(await screen.findByRole('button', { name: 'Send for signatures' })).toBeTruthy();
  expect(sent('/api/agreement_start')).toEqual([{ project_id: id }]);
});

test('the hours log says that the agreement has to be signed first', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Student' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject(),
    '/api/getAgreement': ({ query }: RecordedRequest) => ({
      ...aPlacement(anAgreement(), { hours_wait: true }),
      project_id: query.project_id ?? '',
    }),
  });
  openApp(`/project/${id}/hours`);
  expect(await screen.findByText('You can log hours once everyone has signed it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save hours' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the agreement' }).getAttribute('href')).toBe(
    `/project/${id}/agreement`,
  );
});

const anne = {
  _id: 'g1',
  party: 'guardian' as const,
  name: 'Anne Torres',
  email: 'anne@home.test',
  sent_at: '2026-03-02T15:00:00.000Z',
  obstacle: null,
  may_send: true,
};

test('staff see who got a link to sign, resend it, and see why someone gets none', async () => {
  const ben = { ...anne, _id: 'g2', name: 'Ben Torres', email: 'ben@home.test', sent_at: null };
  const unknown = { ...ben, _id: 'g3', name: 'Cal', obstacle: 'not confirmed' as const, may_send: false };
  const waiting = anAgreement({ signers: [anne, ben, unknown] });
  const sent = open('Teacher', aPlacement(waiting), { '/api/agreement_sendLink': aPlacement(waiting) });
  const status = within(await screen.findByRole('region', { name: 'Status' }));
  expect(status.getByText(/Anne Torres, anne@home.test/).textContent).toContain('Link sent');
  expect(status.getByText(/Ben Torres, ben/).textContent).toContain('No link sent');
  expect(status.getByText(/^Cal/).textContent).toContain('Only the student named them.');
  expect(status.queryByRole('button', { name: /Cal/ })).toBeNull();
  await userEvent.click(status.getByRole('button', { name: 'Send the link again to Anne Torres' }));
  await screen.findByText('We emailed the link to anne@home.test.');
  await userEvent.click(status.getByRole('button', { name: 'Send a link to Ben Torres' }));
  await screen.findByText('We emailed the link to ben@home.test.');
  expect(sent('/api/agreement_sendLink')).toEqual([
    { project_id: id, party: 'guardian', _id: 'g1' },
    { project_id: id, party: 'guardian', _id: 'g2' },
  ]);
});

test('a business sees that a guardian has a link, but not which address; a signature by link says where it was sent', async () => {
  const guardian = { ...anne, _id: '', name: '', email: '', may_send: false };
  const byLink: Signature = {
    ...student,
    party: 'business',
    name: 'Owen',
    name_on_file: '',
    method: 'link',
    sent_to: 'o•••@bay.test',
    proof: 'email',
    proof_to: 'o•••@work.test',
  };
  open('Business', aPlacement(anAgreement({ signers: [guardian], signatures: [byLink] })));
  const status = within(await screen.findByRole('region', { name: 'Status' }));
  expect(status.getByText(/Link sent/).closest('p')?.textContent).toMatch(/^Parent or guardian/);
  expect(status.getByText(/Owen, .*, by a link sent to o•••@bay.test/)).toBeTruthy();
  expect(status.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'All interns' }).getAttribute('href')).toBe('/interns/viewall');
});

test('on a phone, a link above the text goes to the signature of the reader whose turn it is', async () => {
  await resizeWindow(390);
  open('Student', aPlacement(anAgreement({ actions: ['sign', 'decline'] })));
  const link = await screen.findByRole('link', { name: 'Go to your signature' });
  const signature = screen.getByRole('heading', { name: 'Your signature' });
  expect(link.getAttribute('href')).toBe(`#${signature.id}`);
  const text = screen.getByRole('heading', { name: 'Version 1' });
  expect(link.getBoundingClientRect().top).toBeLessThan(text.getBoundingClientRect().top);
  link.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(signature));
  // On a desktop, the form is next to the text.
  await resizeWindow(1280);
  expect(screen.queryByRole('link', { name: 'Go to your signature' })).toBeNull();
});

test('no link goes to the signature while it is not the reader’s turn', async () => {
  await resizeWindow(390);
  open('Student', aPlacement(anAgreement({ turn: ['business'], actions: ['decline'] })));
  expect(await screen.findByRole('heading', { name: 'Your signature' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go to your signature' })).toBeNull();
});

test('on a phone, the form of a draft comes before its text', async () => {
  await resizeWindow(390);
  const top = async (role: string, name: string | RegExp) =>
    (await screen.findByRole(role, { name })).getBoundingClientRect().top;
  open('Business', aPlacement(anAgreement({ status: 'draft', actions: ['fill in'], missing: ['duties'] })));
  const text = await top('heading', 'Draft of version 1');
  expect(await top('region', /^Fill in/)).toBeLessThan(text);
});
