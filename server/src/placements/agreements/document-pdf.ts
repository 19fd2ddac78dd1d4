import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { shownDate } from '@waypost/contract/dates';
import { type Locale, t } from '@waypost/contract/i18n';
import { bothNames } from '@waypost/contract/messages/links/rules';
import { type Proof, proofWords } from '@waypost/contract/messages/proofs/rules';
import { identifiedBy } from '@waypost/contract/placements/agreements/document';
import { type Party, partyWords, type SigningMethod } from '@waypost/contract/placements/agreements/rules';
import { type Block, blocksOf, type PlacementNames } from '@waypost/contract/placements/agreements/template';
import { dayIn, shownRecord } from '@waypost/contract/time-zones';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import { forReader } from '../../platform/language/reader.ts';

/** What a signed document says. */
export interface Signed {
  /** Finds the document without an account, at `address`. */
  code: string;
  address: string;
  locale: Locale;
  timeZone: string;
  version: number;
  names: PlacementNames;
  text: string;
  textHash: string;
  signatures: readonly {
    party: Party;
    signerName: string;
    /** The name on file, if it is another one. */
    nameOnFile: string;
    method: SigningMethod;
    /** YYYY-MM-DD. */
    signedOn: string;
    /** Null on paper. */
    signedAt: Date | null;
    /** The address of the link, masked. */
    sentTo: string;
    /** The second proof, and its address or phone number, masked. */
    proof: Proof | null;
    proofTo: string;
    recordedBy: string;
    recordedAt: Date;
    /** Of a signature on paper. */
    scan: { name: string; contentType: string; content: Buffer; sha256: string } | null;
  }[];
  /** Whether the student turned 18 before a guardian signed. */
  guardianReleased: boolean;
  sealedAt: Date;
}

const require = createRequire(import.meta.url);
const fontFiles = {
  text: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};
type FontName = keyof typeof fontFiles;

const fonts = new Map<FontName, fontkit.Font>();

/** The words to remember: more than agreements use in both languages, and none that takes much memory. */
const REMEMBERED = { words: 3000, letters: 40 };

/**
 * A font that all documents share. It remembers the layout of words, which takes most of a document's time, because
 * agreements repeat the words of their template.
 */
function fontOf(name: FontName): fontkit.Font {
  const known = fonts.get(name);
  if (known) return known;
  const font = fontkit.openSync(fontFiles[name]) as fontkit.Font & { _glyphs: object };
  const layOut = font.layout.bind(font);
  const words = new Map<string, fontkit.GlyphRun>();
  font.layout = (text) => {
    let word = words.get(text);
    if (!word) {
      // A glyph keeps the character that it first stood for, which may be one of several, so each word has its own.
      font._glyphs = {};
      word = layOut(text);
      if (words.size >= REMEMBERED.words) words.clear();
      if (text.length <= REMEMBERED.letters) words.set(text, word);
    }
    // The caller scales the positions.
    const positions = word.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(word)), word, { positions });
  };
  fonts.set(name, font);
  return font;
}

/** Points, on letter paper. */
const MARGIN = 60;
const FOOTER = 32;

/**
 * A signed agreement as a tagged PDF (PDF/UA-1): its text, then a page that says who signed when, and how they were
 * identified. The text whose hash was signed and the scans of signatures on paper are attached. It yields between paragraphs, so requests do not wait for it.
 */
export const drawDocument = (signed: Signed): Promise<Buffer> =>
  forReader({ locale: signed.locale, you: 'usted' }, () => draw(signed));

async function draw(signed: Signed): Promise<Buffer> {
  const { names, code } = signed;
  const title = t('Training agreement');
  const about = t('{student} at {business}: {title}', {
    student: names.student,
    business: names.business,
    title: names.title,
  });
  const paper = new Paper(`${title}: ${names.student}, ${names.title}`, signed);
  paper.write('H1', title);
  paper.write('P', about);
  paper.write('P', t('Version {version}', { version: signed.version }));
  for (const group of groupsOf(blocksOf(signed.text))) {
    await setImmediate();
    const [first] = group;
    if (first.kind === 'item') paper.list(group.map(({ text }) => text));
    else paper.write(first.kind === 'heading' ? 'H2' : 'P', first.text);
  }
  paper.turn();
  paper.write('H2', t('Who signed'));
  for (const signature of signed.signatures) {
    await setImmediate();
    paper.write('H3', t(partyWords[signature.party]));
    paper.write('P', bothNames(signature.signerName, signature.nameOnFile));
    paper.write('P', whenSigned(signature, signed.timeZone));
    const { method, sentTo, recordedBy, recordedAt, proof, proofTo } = signature;
    const day = shownDate(dayIn(signed.timeZone, recordedAt));
    paper.write('P', t(identifiedBy[method], { sentTo, recordedBy, day }));
    if (proof) paper.write('P', t(proofWords[proof], { proofTo }));
    if (signature.scan) {
      const file = `${signature.party}-${signature.scan.name}`;
      paper.attach(file, signature.scan, t('The scan of a signature on paper'));
      const words = { file, hash: signature.scan.sha256 };
      paper.write(
        'P',
        t('The scan of the signed copy is in the attached file {file}. Its SHA-256: {hash}', words),
      );
    }
  }
  if (signed.guardianReleased) {
    paper.write('H3', t(partyWords.guardian));
    paper.write('P', t('No signature needed: the student turned 18 before a parent or guardian signed.'));
  }
  paper.write('H2', t('About this document'));
  paper.write(
    'P',
    t(
      'Code: {code}. At {address} anyone can check whether this agreement is still in force, and whether a copy of this file is unchanged.',
      { code, address: signed.address },
    ),
  );
  paper.write(
    'P',
    t('Everyone signed the text in the attached file {file}. Its SHA-256: {hash}', {
      file: TEXT_FILE,
      hash: signed.textHash,
    }),
  );
  paper.write(
    'P',
    t(
      'This file was sealed on {moment}. A PDF reader shows whether it was changed after that. It may warn that it does not know the certificate: Waypost can make its own.',
      { moment: shownRecord(signed.timeZone, signed.sealedAt) },
    ),
  );
  return paper.finish(`${title} · ${code}`);
}

const TEXT_FILE = 'agreement.txt';

type Tag = 'H1' | 'H2' | 'H3' | 'P';

const looks: Record<Tag, { font: FontName; size: number; above: number; below: number }> = {
  H1: { font: 'strong', size: 20, above: 0, below: 6 },
  H2: { font: 'strong', size: 13, above: 12, below: 4 },
  H3: { font: 'strong', size: 11, above: 8, below: 2 },
  P: { font: 'text', size: 10, above: 0, below: 6 },
};

/** Writes tagged text, one block below the other. */
class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #at: Date;

  constructor(title: string, { locale, names, text, sealedAt }: Signed) {
    this.#pdf = new PDFDocument({
      size: 'LETTER',
      margin: MARGIN,
      pdfVersion: '1.7',
      bufferPages: true,
      font: '',
      tagged: true,
      lang: `${locale}-US`,
      displayTitle: true,
      // The library's types lack this subset.
      subset: 'PDF/UA' as 'PDF/A-1',
      info: { Title: title, Author: names.school_system, CreationDate: sealedAt },
    });
    // The library's types lack opened fonts.
    for (const name of ['text', 'strong'] as const)
      this.#pdf.registerFont(name, fontOf(name) as unknown as string);
    this.#at = sealedAt;
    // Read the stream while it is written, because it would stop otherwise.
    this.#bytes = buffer(this.#pdf);
    this.#pdf.file(Buffer.from(text, 'utf8'), {
      name: TEXT_FILE,
      type: 'text/plain',
      creationDate: sealedAt,
      description: t('The text that was signed'),
    });
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  write(tag: Tag, text: string): void {
    const { above, below } = looks[tag];
    this.#pdf.y += above;
    // Keep a heading on the same page as the text that follows it.
    this.#keep(tag === 'P' ? 1 : 4);
    this.#root.add(this.#element(tag, text, () => this.#text(tag, text, MARGIN)));
    this.#pdf.y += below;
  }

  list(items: readonly string[]): void {
    const list = this.#pdf.struct('L');
    this.#root.add(list);
    for (const item of items) {
      this.#keep(1);
      const line = this.#pdf.struct('LI');
      list.add(line);
      const { y } = this.#pdf;
      line.add(this.#pdf.struct('Lbl', {}, () => this.#text('P', '•', MARGIN)));
      this.#pdf.y = y;
      line.add(this.#element('LBody', item, () => this.#text('P', item, MARGIN + 14)));
      this.#pdf.y += 3;
    }
    this.#pdf.y += looks.P.below;
  }

  attach(
    name: string,
    { contentType, content }: { contentType: string; content: Buffer },
    description: string,
  ): void {
    this.#pdf.file(content, { name, type: contentType, creationDate: this.#at, description });
  }

  turn(): void {
    this.#pdf.addPage();
  }

  /** Numbers the pages below their text, and ends the file. */
  finish(footer: string): Promise<Buffer> {
    const pdf = this.#pdf;
    this.#root.end();
    const { count } = pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      pdf.switchToPage(page);
      // Without this, text in the bottom margin would begin another page.
      pdf.page.margins.bottom = 0;
      pdf.markContent('Artifact', { type: 'Pagination' });
      pdf.font('text').fontSize(8.5).fillColor('#444');
      const line = `${footer} · ${t('Page {page} of {pages}', { page: page + 1, pages: count })}`;
      pdf.text(line, MARGIN, pdf.page.height - FOOTER - 8.5, { lineBreak: false });
      pdf.endMarkedContent();
    }
    pdf.end();
    return this.#bytes;
  }

  /** Characters that the font lacks are shown as boxes; searches and screen readers still get the actual text. */
  #element(tag: Tag | 'LBody', text: string, write: () => void): PDFKit.PDFStructureElement {
    const actual = shown(text) === text ? {} : { actual: text };
    return this.#pdf.struct(tag, actual, write);
  }

  #text(tag: Tag, text: string, x: number): void {
    const { font, size } = looks[tag];
    const width = this.#pdf.page.width - x - MARGIN;
    this.#pdf.font(font).fontSize(size).fillColor('#111');
    this.#pdf.text(shown(text), x, this.#pdf.y, { width, lineGap: 2.5 });
  }

  /** Begins a new page if this many lines do not fit on the current one. */
  #keep(lines: number): void {
    const { page, y } = this.#pdf;
    if (y + lines * 18 > page.height - MARGIN) this.#pdf.addPage();
  }
}

let known: ReadonlySet<number> | undefined;

/** The text with a box for each character that the fonts do not have. */
function shown(text: string): string {
  known ??= new Set(fontOf('text').characterSet);
  return [...text.replaceAll('\t', ' ')]
    .map((letter) => (letter === '\n' || known?.has(letter.codePointAt(0) ?? 0) ? letter : '\u25a1'))
    .join('');
}

/** Items that follow each other are one list. */
function groupsOf(blocks: readonly Block[]): [Block, ...Block[]][] {
  const groups: [Block, ...Block[]][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0].kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

const whenSigned = ({ signedAt, signedOn }: Signed['signatures'][number], timeZone: string) =>
  signedAt ? shownRecord(timeZone, signedAt) : shownDate(signedOn);
