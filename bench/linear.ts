/*
 * Whether every rule and parser that receives a caller's text takes linear time. Each is given texts designed
 * to be hard for it, of increasing length until the time is measurable, and then one eight times as long.
 * From that, reports the factor for twice the length: 2 is linear, 4 is quadratic. A factor above LIMIT fails
 * the run, which first checks that it would detect one.
 *
 *   npx tsx bench/linear.ts [start of a parser's name]
 */
import { withoutEmptyFields } from '@waypost/contract/absent';
import { passwordProblem } from '@waypost/contract/accounts/rules';
import { allCalls } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { groupDuplicates, type Shared } from '@waypost/contract/duplicates/rules';
import { isBlank } from '@waypost/contract/fields';
import { countWords } from '@waypost/contract/final-work/rules';
import {
  asRichText,
  importColumns,
  readChoice,
  readHeader,
  readImportedDate,
  readNames,
  readWholeNumber,
  splitName,
} from '@waypost/contract/imports/rules';
import { Refusal } from '@waypost/contract/refusal';
import { readInput } from '../server/src/access/input.ts';
import { networkOf } from '../server/src/addresses.ts';
import { readLines } from '../server/src/imports/reading.ts';
import { toPlainText } from '../server/src/mail/plain-text.ts';
import { topStreams } from '../server/src/outside/compound-file.ts';
import { acceptDocument, fittingName } from '../server/src/outside/documents.ts';
import { sanitiseRichText } from '../server/src/outside/rich-text.ts';
import { anUploadReader } from '../server/testing/upload-app.ts';
import { wordsIn } from '../web/src/ui/rich-text.ts';

/**
 * The maximum factor for twice the length. Between linear and quadratic, with a margin for a busy machine.
 */
const LIMIT = 3;
const MEASURABLE_MS = 20;
/** Large enough that the cost of the engine's switch to another string representation hardly matters. */
const LONGER = 8;
const ROUNDS = 3;
/** How many lengths must be above LIMIT, unless one already takes TOO_SLOW_MS: a quadratic parser would take hours. */
const LENGTHS = 3;
const TOO_SLOW_MS = 2000;

const BODY = 1024 * 1024;
const FILE = 10 * BODY;

interface Parser {
  /** The longest text that can reach it. */
  longest: number;
  parse: (text: string) => unknown;
}

const repeated = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const between = (head: string, part: string, tail: string) => (length: number) =>
  head + repeated(part)(length) + tail;

/** Separates the parts of a form. */
const BOUNDARY = 'b';
const sendForm = await anUploadReader(BOUNDARY);
const partOf = (head: string, text: string) => `--${BOUNDARY}\r\n${head}${text}\r\n--${BOUNDARY}--\r\n`;
const FILE_HEAD = 'Content-Disposition: form-data; name="fileupload"; filename="a"\r\n\r\n';

/** Texts of a given length that have been hard for some parser. */
const texts: Record<string, (length: number) => string> = {
  letters: repeated('a'),
  blanks: repeated(' '),
  'blanks, then a letter': between('a', ' ', 'a'),
  'line ends': between('a', '\n', 'a'),
  'line ends and blanks': between('a', '\n \t', 'a'),
  'returns behind a line end': between('a\n', '\r', 'a'),
  '<': repeated('<'),
  '<p': repeated('<p '),
  '<!--': repeated('<!--'),
  'nested tags': repeated('<b>'),
  'closing tags': repeated('</p>'),
  attributes: between('<a ', 'href="x" ', '>'),
  'an attribute that never ends': between('<a href="', 'x', ''),
  '&': repeated('&'),
  '&nbsp;': repeated('&nbsp;'),
  quotes: repeated('"'),
  'an open quote': between('"', 'a,\n', ''),
  commas: repeated(','),
  dots: repeated('.'),
  'a.a.a': repeated('a.'),
  '@': repeated('@'),
  'a@a.a@a': between('a', '@a.a', '.'),
  colons: repeated(':'),
  digits: repeated('0'),
  dashes: repeated('-'),
  brackets: repeated('['),
  'blank lines': repeated('\n'),
  'lines of blanks and commas': repeated(' ,\r\n'),
  'ends of parts': repeated('\r\n--'),
  'empty parts': repeated(`\r\n--${BOUNDARY}\r\n\r\n`),
  'headers of parts': repeated('Content-Disposition: form-data; name="a"; \r\n'),
  'half a character': repeated('\ud800'),
  'zero-width': repeated('\u200b'),
};

const titles = importColumns.students.map(({ title }) => title).join(',');
const csv = (text: string) => readLines('students', Buffer.from(`${titles}\n${text}`));

/** Every field of every call at once, all with the same text. */
const schemas = Object.values(allCalls as Record<string, Call>).map(({ input }) => input);
const fields = [...new Set(schemas.flatMap(fieldsOf))];
const inputs = (text: string) => {
  for (const schema of schemas)
    for (const value of [text, [text], { _id: text }])
      ignoringRefusals(() => readInput(schema, Object.fromEntries(fields.map((field) => [field, value]))));
};

const parsers: Record<string, Parser> = {
  'isBlank (rich text that must say something)': { longest: BODY, parse: isBlank },
  sanitiseRichText: { longest: 20_000 * 4, parse: sanitiseRichText },
  'asRichText (imports)': { longest: FILE, parse: asRichText },
  splitName: { longest: FILE, parse: splitName },
  readNames: { longest: FILE, parse: readNames },
  'readImportedDate, readWholeNumber, readChoice': {
    longest: FILE,
    parse: (text) => [readImportedDate(text), readWholeNumber(text), readChoice(['Fall'], text)],
  },
  'readHeader (imports)': { longest: FILE, parse: (text) => readHeader('students', text.split(',')) },
  'readLines (a CSV file)': { longest: FILE, parse: csv },
  'readUpload (a file in a form)': { longest: FILE, parse: (text) => sendForm(partOf(FILE_HEAD, text)) },
  'readUpload (the head of a part)': { longest: FILE, parse: (text) => sendForm(partOf('', text)) },
  'readUpload (anything)': { longest: FILE, parse: sendForm },
  countWords: { longest: BODY, parse: countWords },
  'wordsIn (the browser’s)': { longest: BODY, parse: wordsIn },
  toPlainText: { longest: BODY, parse: toPlainText },
  fittingName: { longest: BODY, parse: (text) => fittingName(text, 'pdf') },
  passwordProblem: { longest: BODY, parse: (text) => passwordProblem(text, text, () => false) },
  networkOf: { longest: 16 * 1024, parse: networkOf },
  'JSON, and withoutEmptyFields': { longest: BODY, parse: (text) => withoutEmptyFields(tryJson(text)) },
  'acceptDocument (any bytes)': {
    longest: FILE,
    parse: (text) => acceptDocument(Buffer.from(text), 'somebody'),
  },
  'acceptDocument (a PDF)': {
    longest: FILE,
    parse: (text) => acceptDocument(Buffer.from(`%PDF-1.4\n${text}`), 'somebody'),
  },
  'acceptDocument (an archive)': {
    longest: FILE,
    parse: (text) => acceptDocument(archiveOf(text), 'somebody'),
  },
  'topStreams (an old Word file)': { longest: FILE, parse: (text) => topStreams(compoundOf(text.length)) },
  'groupDuplicates (a chain of accounts)': {
    longest: 50_000,
    parse: (text) => groupDuplicates(chain(text.length)),
  },
  'every field of every call': { longest: BODY / 8, parse: inputs },
};

const [only = ''] = process.argv.slice(2);
await noticesQuadratic();
let over = 0;
console.log(
  '| parser | hardest text | characters | ms | times as long at twice the length |\n|---|---|---|---|---|',
);
for (const [name, parser] of Object.entries(parsers).filter(([one]) => one.startsWith(only))) {
  let worst = { shape: 'none', length: parser.longest, ms: 0, times: 0 };
  for (const [shape, make] of Object.entries(texts)) {
    const found = await measure(parser, make);
    if (found.times > worst.times || (worst.times === 0 && found.ms > worst.ms)) worst = { shape, ...found };
  }
  if (worst.times > LIMIT) over += 1;
  const times = worst.times === 0 ? 'fast even at its longest' : worst.times.toFixed(1);
  console.log(`| ${name} | ${worst.shape} | ${worst.length} | ${worst.ms.toFixed(1)} | ${times} |`);
}
if (over > 0) {
  console.error(`${over} take more than ${LIMIT} times as long for twice the text.`);
  process.exitCode = 1;
}

/**
 * The factor at the first length with a measurable time; 0 if no permitted length is measurable. If it is above LIMIT,
 * returns the least of several lengths: a growing heap slows down one length, but superlinear time all of them.
 */
async function measure({ longest, parse }: Parser, make: (length: number) => string) {
  let least: { length: number; ms: number; times: number } | null = null;
  let measured = 0;
  for (let length = 1024; ; length *= 2) {
    const ms = await fastest(parse, make(length));
    if (length * 2 > longest) return least ?? { length, ms, times: 0 };
    if (ms < MEASURABLE_MS) continue;
    measured += 1;
    let [once, longer] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let times = Number.POSITIVE_INFINITY;
    // Alternate and use the fastest of each: a pause of the machine disappears, but superlinear time does
    // not.
    for (let again = 0; again < 4 && times > LIMIT; again += 1) {
      longer = Math.min(longer, await fastest(parse, make(length * LONGER)));
      once = Math.min(once, await fastest(parse, make(length)));
      times = (longer / once) ** (1 / Math.log2(LONGER));
    }
    if (!least || times < least.times) least = { length, ms, times };
    if (least.times <= LIMIT || measured === LENGTHS || longer > TOO_SLOW_MS) return least;
  }
}

/** The shortest of several rounds, in milliseconds of CPU time, which excludes waiting for a busy machine. */
async function fastest(parse: Parser['parse'], text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = process.cpuUsage();
    await ignoringRefusals(() => parse(text));
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

async function noticesQuadratic(): Promise<void> {
  const parse = (text: string) => text.replace(/<[^>]*>/g, '');
  const { times } = await measure({ longest: BODY, parse }, repeated('<'));
  if (times <= LIMIT) throw new Error(`A quadratic rule passes as linear: ${times.toFixed(1)}.`);
}

function ignoringRefusals(work: () => unknown): unknown {
  const ignore = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  };
  try {
    const result = work();
    return result instanceof Promise ? result.catch(ignore) : result;
  } catch (error) {
    return ignore(error);
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('[') ? text + ']'.repeat(text.length) : JSON.stringify({ text }));
  } catch {
    return null;
  }
}

type Schema = Call['input'];

function fieldsOf(schema: Schema): string[] {
  const { shape, left, right, options } = schema.def as unknown as {
    shape?: Record<string, unknown>;
    left?: Schema;
    right?: Schema;
    options?: Schema[];
  };
  const inside = [left, right, ...(options ?? [])].filter((one) => one !== undefined);
  return [...Object.keys(shape ?? {}), ...inside.flatMap(fieldsOf)];
}

/** An archive as long as the text, with as many entries as fit, named by the text's bytes. */
function archiveOf(text: string): Buffer {
  const entry = Buffer.alloc(30 + 16);
  entry.writeUInt32LE(0x04034b50);
  entry.writeUInt16LE(16, 26);
  entry.write(text.slice(0, 16), 30, 'latin1');
  return Buffer.alloc(text.length + entry.length, entry);
}

/** A compound file whose directory is a single chain through the whole file. */
function compoundOf(length: number): Buffer {
  const sectors = Math.max(4, Math.floor(length / 512));
  const file = Buffer.alloc((sectors + 1) * 512, 0xff);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  const fatSectors = Math.min(109, Math.ceil(sectors / 128));
  file.writeUInt32LE(fatSectors, 48);
  for (let at = 0; at < fatSectors; at += 1) file.writeUInt32LE(at, 76 + at * 4);
  const reached = Math.min(sectors, fatSectors * 128);
  for (let at = fatSectors; at < reached; at += 1) {
    file.writeUInt32LE(at + 1, 512 + at * 4);
    for (let entry = 0; entry < 4; entry += 1) {
      const place = (at + 1) * 512 + entry * 128;
      const index = (at - fatSectors) * 4 + entry;
      file.writeUInt16LE(4, place + 64);
      file.writeUInt8(index === 0 ? 5 : 2, place + 66);
      file.writeUInt32LE(index + 1, place + 68);
      file.writeUInt32LE(index + 1, place + 76);
    }
  }
  return file;
}

/** Accounts that each share something with the previous one, with the last two first. */
function chain(length: number): Shared[] {
  return Array.from({ length }, (_, n) => length - n).flatMap((n) => [
    { userId: `${n}`, role: 'Student', same: 'phone' as const, value: `${n}` },
    { userId: `${n - 1}`, role: 'Student', same: 'phone' as const, value: `${n}` },
  ]);
}
