import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  aDoc,
  aDocx,
  aLockedDoc,
  anOdt,
  aPdf,
  aPicture,
  aProtectedPdf,
  aSpreadsheet,
  compoundFileOf,
  zipOf,
} from '../../../testing/sample-files.ts';
import { acceptDocument, documentTypes, fittingName } from './documents.ts';
import type { InTurn } from './pictures.ts';

const now: InTurn = (work) => work();

describe('accepted documents', () => {
  it.each([
    ['pdf', aPdf],
    ['doc', aDoc],
    ['docx', aDocx],
    ['odt', anOdt],
  ] as const)('keeps a %s as it is', async (extension, make) => {
    const bytes = make();
    expect(await acceptDocument(bytes, now)).toEqual({
      bytes,
      extension,
      type: documentTypes[extension],
    });
  });

  it.each([
    ['jpg', 'jpeg'],
    ['png', 'png'],
  ] as const)(
    'keep a photographed page as a legible %s, upright and without its location',
    async (extension, format) => {
      const bytes = await aPicture({ width: 2_400, height: 1_200, format, fromPhone: true });
      expect((await sharp(bytes).metadata()).exif, 'the sample has what is to be removed').toBeDefined();
      const accepted = await acceptDocument(bytes, now);
      if (typeof accepted === 'string') throw new Error(accepted);
      const { exif, orientation, width, height, format: kept } = await sharp(accepted.bytes).metadata();
      expect(accepted).toMatchObject({ extension, type: documentTypes[extension] });
      expect({ exif, orientation, width, height, kept }).toEqual({
        exif: undefined,
        orientation: undefined,
        width: 1_200,
        height: 2_400,
        kept: format,
      });
    },
  );

  it('can have up to 10 MB and no more', async () => {
    const pdf = Buffer.alloc(FILE_MAX_BYTES + 1, ' ');
    pdf.set(aPdf());
    expect(await acceptDocument(pdf.subarray(0, FILE_MAX_BYTES), now)).toMatchObject({
      extension: 'pdf',
    });
    expect(await acceptDocument(pdf, now)).toBe('too large');
  });
});

describe('refused documents', () => {
  it.each([
    ['nothing', () => new Uint8Array()],
    ['text', () => Buffer.from('I am a resume.pdf, believe me.')],
    ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a program', () => Buffer.from('MZ\x90\x00\x03\x00\x00\x00PE\x00\x00', 'latin1')],
    ['another archive', () => zipOf({ 'word/document.xml': '<w:document/>', 'readme.txt': 'hello' })],
    ['a Java program', () => zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: Evil' })],
    ['a spreadsheet', aSpreadsheet],
    ['an old spreadsheet', () => compoundFileOf(['Workbook'])],
    ['an old spreadsheet that holds a letter', () => compoundFileOf(['Workbook'], ['WordDocument'])],
    ['a container cut short', () => aDoc().subarray(0, 600)],
    [
      'a Word document with macros',
      () => zipOf({ '[Content_Types].xml': macros, 'word/vbaProject.bin': '' }),
    ],
    ['a damaged picture', async () => (await aPicture({ width: 400, height: 400 })).subarray(0, 1_000)],
    ['the first bytes of a picture before a page', () => Buffer.from('\xff\xd8\xff<script>', 'latin1')],
    ['a picture of another kind', () => aPicture({ format: 'gif' })],
  ])('%s', async (_what, make) => {
    expect(await acceptDocument(await make(), now)).toBe('wrong kind');
  });
});

describe('documents that need a password', () => {
  const manifest = (content: string) => ({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:file-entry>${content}</manifest:file-entry>`,
  });

  it.each([
    ['a PDF', () => aProtectedPdf({ userPassword: 'secret' })],
    ['a Word document', () => compoundFileOf(['EncryptionInfo', 'EncryptedPackage'])],
    ['an old Word document', aLockedDoc],
    ['an OpenDocument text', () => zipOf(manifest('<manifest:encryption-data/>'))],
  ])('refuses %s', async (_what, make) => {
    expect(await acceptDocument(await make(), now)).toBe('locked');
  });

  it.each([
    ['a PDF that is only protected from changes', () => aProtectedPdf({ ownerPassword: 'secret' })],
    [
      'a PDF about encryption',
      () =>
        Buffer.from(`${Buffer.from(aPdf())}\n4 0 obj<<>>stream\n/Encrypt 1 0 R /XRef\nendstream endobj\n`),
    ],
    ['an OpenDocument text with a manifest', () => zipOf(manifest(''))],
  ])('accepts %s', async (_what, make) => {
    expect(await acceptDocument(await make(), now)).toMatchObject({ bytes: expect.anything() });
  });
});

describe('file names', () => {
  it.each([
    ['Resume.pdf', 'pdf', 'Resume.pdf'],
    ['Resume Ana.PDF', 'pdf', 'Resume Ana.PDF'],
    ['scan.jpeg', 'jpg', 'scan.jpeg'],
    ['resume.exe', 'pdf', 'resume.pdf'],
    ['resume', 'docx', 'resume.docx'],
    ['v1.2 final.doc', 'docx', 'v1.2 final.docx'],
    ['C:\\Users\\ana\\resume.pdf', 'pdf', 'resume.pdf'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    ['.pdf', 'pdf', 'document.pdf'],
    ['', 'odt', 'document.odt'],
    ['resume\u202Efdp.pdf', 'pdf', 'resumefdp.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'pdf', 'a Set-Cookie: x.pdf'],
    [`${'long '.repeat(100)}.pdf`, 'pdf', `${'long '.repeat(30)}.pdf`],
  ] as const)('%j as %s becomes %j', (name, extension, expected) => {
    expect(fittingName(name, extension)).toBe(expected);
  });
});

const macros =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
