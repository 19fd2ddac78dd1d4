import { utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { normalizeLine } from '@waypost/contract/normalize';
import type { Imported, ImportPreview, importCalls } from '@waypost/contract/oversight/imports/calls';
import type { ImportKind } from '@waypost/contract/oversight/imports/rules';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { mailInvitations } from '../../people/accounts/code-queries.ts';
import { removeUnconfirmed } from '../../people/accounts/unconfirmed-queries.ts';
import { record } from '../../platform/access/audit.ts';
import {
  type Handlers,
  outsideTransaction,
  type Request,
  type Transaction,
} from '../../platform/access/handler.ts';
import { mayHaveCommitted, type Tx } from '../../platform/database/connect.ts';
import { plainName } from '../../platform/outside/documents.ts';
import { FileMissing, newFileKey } from '../../platform/outside/file-store.ts';
import { countSeats } from '../../school-system/clients/queries.ts';
import {
  findStudentIds,
  findTaken,
  type ImportFile,
  insertImportFile,
  insertOpportunities,
  insertStudents,
  lockKnown,
  lockLatestFile,
  removeImported,
  removeImportFile,
  wasImported,
} from './queries.ts';
import { type Line, readLines } from './read-spreadsheet.ts';
import { type Checked, checkOpportunities, checkStudents, type GoodStudent } from './row-checks.ts';

/** Opportunities and students from a spreadsheet (docs/behavior/imports.md). */
export const importHandlers: Handlers<typeof importCalls> = {
  uploadImport: outsideTransaction(async (request, transaction) => {
    const { actor, input, file, now, outside } = request;
    if (!file) refuse('invalid-input', undefined, { fileupload: [t('choose a file')] });
    const lines = await readLines(input.kind, file.content);
    const checked = await transaction<Checked<PreviewRow>>((tx) =>
      checkLines[input.kind](tx, request, lines),
    );
    const storageKey = newFileKey();
    await outside.files.put(storageKey, file.content, 'text/csv');
    const name = plainName(file.name) || 'import.csv';
    const kept = { clientId: actor.clientId, name, bytes: file.content.length, storageKey, createdAt: now };
    try {
      await transaction(async (tx) => {
        await outside.jobs.removeFiles(tx, await insertImportFile(tx, input.kind, kept));
      });
    } catch (error) {
      // Keep the bytes if the row may have been committed. If no row names them, they are swept up later.
      if (!mayHaveCommitted(error)) await outside.files.remove(storageKey);
      throw error;
    }
    return toPreview(name, checked);
  }),

  parseImport: outsideTransaction(async (request, transaction) => {
    const { actor, now } = request;
    const latest = await readLatest(request, transaction, 'opportunities');
    return transaction(async (tx) => {
      const file = await lockUnchangedFile(tx, latest);
      if (await wasImported(tx, file)) return { message: 'DONE', imported: 0, rejected: [], already: true };
      const checked = await checkOpportunityLines(tx, request, latest.lines);
      await insertOpportunities(tx, file, checked.good, now);
      const details = { imported: checked.good.length, rejected: checked.rejected.length };
      await record(tx, actor, { action: 'import opportunities', details }, now);
      return toImported(checked);
    });
  }),

  importStudents: outsideTransaction(async (request, transaction) => {
    const { actor, now, outside } = request;
    const latest = await readLatest(request, transaction, 'students');
    return transaction(async (tx) => {
      const file = await lockUnchangedFile(tx, latest);
      const checked = await checkStudentLines(tx, request, latest.lines);
      const made = await makeStudents(tx, request, checked);
      await removeImportFile(tx, file);
      await outside.jobs.removeFiles(tx, [file.storageKey]);
      const details = { imported: made.good.length, rejected: made.rejected.length };
      await record(tx, actor, { action: 'import students', details }, now);
      return toImported(made);
    });
  }),

  blowItAway: async ({ actor, now }, tx) => {
    const counts = await removeImported(tx, actor.clientId);
    await record(tx, actor, { action: 'remove imports', details: counts }, now);
    return { message: 'DONE', ...counts };
  },
};

const NO_FILE = msg('There is no file to import. Upload one first.');

interface PreviewRow {
  row: number;
  name: string;
}

type Asking = Pick<Request<unknown>, 'actor' | 'outside' | 'now'>;

interface Latest {
  kind: ImportKind;
  file: ImportFile;
  lines: Line[];
}

/** The latest file of its kind, and its lines. */
async function readLatest(
  { actor, outside }: Asking,
  transaction: Transaction,
  kind: ImportKind,
): Promise<Latest> {
  const file = await transaction((tx) => lockLatestFile(tx, actor.clientId, kind));
  if (!file) return refuse('not-found', t(NO_FILE));
  return { kind, file, lines: await readLines(kind, await bytesOf(outside, file)) };
}

/** The bytes are deleted soon after another file replaces it. */
async function bytesOf({ files }: Asking['outside'], { storageKey }: ImportFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of await files.get(storageKey)) parts.push(part);
  } catch (error) {
    if (error instanceof FileMissing) refuse('not-found', t(NO_FILE));
    throw error;
  }
  return Buffer.concat(parts);
}

/** The same file, unless it was imported or replaced since it was read. */
async function lockUnchangedFile(tx: Tx, { kind, file }: Latest): Promise<ImportFile> {
  const latest = await lockLatestFile(tx, file.clientId, kind);
  return latest?.id === file.id ? latest : refuse('conflict', t(FILE_CHANGED));
}

const FILE_CHANGED = msg('Someone has already imported this file or uploaded another one.');

const emailsIn = (lines: readonly Line[], field: string) =>
  lines.map(({ cell }) => cell(field).toLowerCase());

/** Checks lines against the client's lists and businesses. */
async function checkOpportunityLines(tx: Tx, { actor, outside, now }: Asking, lines: Line[]) {
  const known = await lockKnown(tx, actor.clientId, emailsIn(lines, 'business_email'));
  return checkOpportunities(lines, known, outside.geocoder.areaOf, utcDay(now));
}

/** Checks lines against the client's lists, every email and Student ID in use, and the number of accounts left. */
async function checkStudentLines(tx: Tx, { actor, now }: Asking, lines: Line[]) {
  const known = await lockKnown(tx, actor.clientId, []);
  const taken = {
    emails: await findTaken(tx, emailsIn(lines, 'email')),
    studentIds: await findStudentIds(
      tx,
      actor.clientId,
      lines.map(({ cell }) => normalizeLine(cell('student_id'))),
    ),
  };
  const checked = await checkStudents(lines, known, taken, utcDay(now));
  return withinSeats(checked, await countSeats(tx, actor.clientId));
}

const checkLines = { opportunities: checkOpportunityLines, students: checkStudentLines };

/** Rejects rows beyond the number of accounts left, the last rows of the file first. */
function withinSeats(checked: Checked<GoodStudent>, seats: number): Checked<GoodStudent> {
  const tooMany = checked.good.slice(seats).map(({ row, name }) => ({ row, name, reason: t(CLIENT_FULL) }));
  return { good: checked.good.slice(0, seats), rejected: inOrder([...checked.rejected, ...tooMany]) };
}

/** Creates the accounts and mails each a link. Skips an email that was taken meanwhile. */
async function makeStudents(
  tx: Tx,
  { actor, outside, now }: Asking,
  checked: Checked<GoodStudent>,
): Promise<Checked<GoodStudent>> {
  await removeUnconfirmed(
    tx,
    outside,
    checked.good.map(({ email }) => email),
  );
  const made = await insertStudents(tx, actor.clientId, checked.good, now);
  const good = checked.good.filter(({ id }) => made.has(id));
  const late = checked.good
    .filter(({ id }) => !made.has(id))
    .map(({ row, name }) => ({ row, name, reason: t(TAKEN) }));
  const holders = good.map(({ id, email }) => ({ clientId: actor.clientId, userId: id, email }));
  await mailInvitations(tx, outside, holders, now);
  return { good, rejected: inOrder([...checked.rejected, ...late]) };
}

const TAKEN = msg('Email: another account has this email');

const inOrder = <Row extends { row: number }>(rows: Row[]) => rows.sort((one, other) => one.row - other.row);

const toPreview = (file: string, { good, rejected }: Checked<PreviewRow>): ImportPreview => ({
  file,
  accepted: good.map(({ row, name }) => ({ row, name })),
  rejected,
});

const toImported = ({ good, rejected }: Checked<unknown>): Imported => ({
  message: 'DONE',
  imported: good.length,
  rejected,
  already: false,
});
