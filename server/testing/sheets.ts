import { type ImportKind, importColumns } from '@waypost/contract/oversight/imports/rules';

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A CSV file of this kind. Each row lists only the fields that differ from a valid row. */
export function aSheet(kind: ImportKind, rows: readonly Record<string, string>[]) {
  const columns = importColumns[kind];
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ field }) => row[field] ?? '')),
  ];
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  return { name: `${kind}.csv`, content: new TextEncoder().encode(text) };
}

/** A valid row for an opportunity of the business with this email. */
export const anOpportunityRow = (business_email: string, but: Record<string, string> = {}) => ({
  opportunity_title: 'Boatyard intern',
  business_email,
  short_description: 'Learn how boats are built.',
  full_description: 'You plank, caulk and paint.',
  skills_required: 'Patience',
  available_slots: '2',
  street: '18 Severn Avenue',
  city: 'Annapolis',
  state: 'md',
  zip: '21401',
  application_open: '3/1/2026',
  application_close: '04/15/2026',
  employment_start: '2026-06-01',
  employment_stop: '08/31/2026',
  internship_type: 'internship',
  opportunity_type: 'Onsite',
  paidUnpaid: 'Paid',
  time_frame: 'summer',
  ...but,
});

/** A valid row for a student of this school and program. */
export const aStudentRow = (
  client: { school: { name: string }; program: { name: string } },
  email: string,
  but: Record<string, string> = {},
) => ({
  first_name: 'Maya',
  last_name: 'Torres',
  email,
  student_id: `S-${email}`.slice(0, 50),
  school_attending: client.school.name,
  affiliated_program: client.program.name.toUpperCase(),
  graduation_year: '2027',
  ...but,
});
