import type { Pool } from 'pg';
import { CannotDo } from '../database/cannot-do.ts';
import { filesOfStudent, ofStudent, type StudentKey } from '../database/student-rows.ts';
import { extensionOf, fittingName } from '../outside/documents.ts';
import { streamArchive, writeArchive } from './archive.ts';
import {
  type ArchiveOptions,
  type Counted,
  filesOf,
  MANIFEST,
  rowsOf,
  tablesOfClients,
  type Upload,
} from './archive-tables.ts';
import { toSpreadsheet } from './csv-rows.ts';
import type { TarEntry } from './tar.ts';

/** What a business noted for itself about an applicant: no part of the student's record. */
const NOT_OF_STUDENT: Partial<Record<string, readonly string[]>> = {
  applications: ['business_notes', 'business_stars'],
};

/** The student account with this email. Throws `CannotDo` if there is none. */
export async function findStudentNamed(owner: Pool, email: string): Promise<Student> {
  const { rows } = await owner.query<Student>(
    `select client_id as "clientId", id, email, first_name || ' ' || last_name as name from users
      where email_lower = lower($1) and role = 'Student'`,
    [email],
  );
  if (!rows[0]) throw new CannotDo(`No student has the email ${email}.`);
  return rows[0];
}

interface Student extends StudentKey {
  email: string;
  name: string;
}

/**
 * Writes all data of one student into a new archive, for them or their parents: their rows of every table as CSV for a
 * spreadsheet, with the audit entries about them, and their files under readable names.
 */
export async function exportStudent(
  owner: Pool,
  student: Student,
  file: string,
  options: ArchiveOptions,
): Promise<Counted> {
  const counted = { rows: 0, files: 0 };
  await writeArchive(file, entriesOfStudent(owner, student, options, counted), options.key);
  return counted;
}

/** The same for a browser: unencrypted, and read from the database as it is sent. */
export const streamStudent = (
  owner: Pool,
  student: StudentKey,
  options: ArchiveOptions,
): AsyncIterable<Buffer> => streamArchive(entriesOfStudent(owner, student, options, { rows: 0, files: 0 }));

async function* entriesOfStudent(
  owner: Pool,
  student: StudentKey,
  { files, made }: ArchiveOptions,
  counted: Counted,
): AsyncGenerator<TarEntry> {
  const connection = await owner.connect();
  try {
    await connection.query('begin isolation level repeatable read read only; set local row_security = off');
    const manifest = { student: student.id, made: made.toISOString() };
    yield { name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) };
    const tables = await tablesOfClients(connection);
    const where = await ofStudent(connection);
    for (const whole of tables) {
      const condition = where.get(whole.name);
      if (!condition) continue;
      const leftOut = NOT_OF_STUDENT[whole.name] ?? [];
      const table = { ...whole, columns: whole.columns.filter((column) => !leftOut.includes(column)) };
      const rows = await rowsOf(connection, table, condition, [student.clientId, student.id]);
      if (rows.length === 0) continue;
      counted.rows += rows.length;
      const content = Buffer.from(toSpreadsheet([table.columns, ...rows]));
      yield { name: `tables/${table.name}.csv`, content };
    }
    yield* filesOf(files, await filesOfStudent(connection, student), counted, readableName);
  } finally {
    // Closed, not returned: its transaction may still be open.
    connection.release(true);
  }
}

/** Numbered, because two files can have the same name. In plain ASCII, which every tool for archives can show. */
function readableName({ name, content_type }: Upload, number: number): string {
  const extension = extensionOf(content_type);
  const fitting = extension ? fittingName(name, extension) : name;
  const plain = fitting
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  return `${number}-${plain.slice(-80)}`;
}
