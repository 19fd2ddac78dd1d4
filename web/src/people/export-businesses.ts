import { yearsActive } from '@waypost/contract/accounts/rules';
import type { ExportedBusiness } from '@waypost/contract/people/calls';
import type { CsvColumn } from '../ui/csv.ts';
import { showMoment } from '../ui/dates.ts';

/** All businesses, as a spreadsheet shows them (docs/behavior/people.md#lists). */
export const businessColumns: readonly CsvColumn<ExportedBusiness>[] = [
  ['Business', (of) => of.business_name],
  ['Email', (of) => of.email],
  ['Approved', (of) => (of.approved ? 'Yes' : 'No')],
  ['Signed up', (of) => showMoment(of.createdAt)],
  ['Years active', (of) => yearsActive(of.createdAt, new Date())],
  ['Contact name', (of) => of.contact_name],
  ['Contact email', (of) => of.contact_email],
  ['Contact phone', (of) => of.contact_phone],
  ['Admin name', (of) => of.admin_name],
  ['Admin email', (of) => of.admin_email],
  ['Admin phone', (of) => of.admin_phone],
  ['Street', (of) => of.location.street],
  ['City', (of) => of.location.city],
  ['State', (of) => of.location.state],
  ['ZIP', (of) => of.location.zip],
  ['Focus areas', (of) => of.focus_areas.join('; ')],
  ['Preferred schools', (of) => of.schools.join('; ')],
];
