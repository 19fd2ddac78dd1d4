import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { drawDocument, type Signed } from './document-pdf.ts';

const aSigned = (text: string): Signed => ({
  code: '0000-0000-0000',
  address: 'https://waypost.test/verify/0000-0000-0000',
  locale: 'en',
  timeZone: 'America/New_York',
  version: 1,
  text,
  textHash: 'f00d',
  signatures: [],
  names: {
    student: 'Maya Okafor',
    business: 'Bayside Marine',
    title: 'Boat Builder',
    school: 'Bay High',
    program: 'Marine Trades',
    school_system: 'Bay Schools',
  },
  guardianReleased: false,
  sealedAt: new Date('2026-03-04T15:00:00Z'),
});

const hasTool = existsSync('/usr/bin/pdftotext');

/** The document's text as another program reads it. */
async function textOf(signed: Signed): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-drawn-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'agreement.pdf');
  await writeFile(file, await drawDocument(signed));
  return (await promisify(execFile)('pdftotext', [file, '-'])).stdout;
}

// One glyph stands for both kinds of apostrophe.
test.skipIf(!hasTool)('the characters of a document do not depend on earlier ones', async () => {
  expect(await textOf(aSigned('Sails to O\u02bcahu.'))).toContain('Sails to O\u02bcahu.');
  expect(await textOf(aSigned('Calls Ms. O\u2019Neil.'))).toContain('Calls Ms. O\u2019Neil.');
});

test.skipIf(!hasTool)('a signer under another name than the one on file is printed with both', async () => {
  const signature = {
    party: 'guardian',
    signerName: 'Someone Else',
    nameOnFile: 'Walter Whitlock',
    method: 'link',
    signedOn: '2026-03-04',
    signedAt: new Date('2026-03-04T15:00:00Z'),
    sentTo: 'w•••@home.test',
    proof: null,
    proofTo: '',
    recordedBy: '',
    recordedAt: new Date('2026-03-04T15:00:00Z'),
    scan: null,
  } as const;
  const signed = { ...aSigned('Sails.'), signatures: [signature] };
  expect(await textOf(signed)).toContain('Someone Else (on file: Walter Whitlock)');
});

test.skipIf(!existsSync('/usr/bin/pdfdetach'))(
  'the scan of a signature on paper is attached, with its hash',
  async () => {
    const content = Buffer.from('%PDF-1.4 a scan');
    const signature = {
      party: 'guardian',
      signerName: 'Anne Okafor',
      nameOnFile: '',
      method: 'paper',
      signedOn: '2026-03-02',
      signedAt: null,
      sentTo: '',
      proof: null,
      proofTo: '',
      recordedBy: 'Tea Cher',
      recordedAt: new Date('2026-03-04T15:00:00Z'),
      scan: { name: 'scan.pdf', contentType: 'application/pdf', content, sha256: 'cafe' },
    } as const;
    const signed = { ...aSigned('Sails.'), signatures: [signature] };
    const text = (await textOf(signed)).replace(/\s+/g, ' ');
    expect(text).toContain('in the attached file guardian-scan.pdf. Its SHA-256: cafe');
    const folder = await mkdtemp(join(tmpdir(), 'waypost-scan-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'agreement.pdf');
    await writeFile(file, await drawDocument(signed));
    await promisify(execFile)('pdfdetach', ['-saveall', '-o', folder, file]);
    expect(await readFile(join(folder, 'guardian-scan.pdf'))).toEqual(content);
  },
);
