import { msg, t } from '@waypost/contract/i18n';
import { yearsActive } from '@waypost/contract/people/accounts/rules';
import type { ExportedBusiness } from '@waypost/contract/people/directory/calls';
import type { CsvColumn } from '../../ui/csv.ts';
import { showMoment } from '../../ui/dates.ts';

/** Formats all businesses for a spreadsheet (docs/behavior/people.md#lists). */
export const businessColumns: readonly CsvColumn<ExportedBusiness>[] = [
  ['Business', (of) => of.business_name],
  [msg('Email'), (of) => of.email],
  [msg('Approved'), (of) => (of.approved ? t('Yes') : t('No'))],
  [msg('Signed up'), (of) => showMoment(of.createdAt)],
  [msg('Years active'), (of) => yearsActive(of.createdAt, new Date())],
  [msg('Contact name'), (of) => of.contact_name],
  [msg('Contact email'), (of) => of.contact_email],
  [msg('Contact phone'), (of) => of.contact_phone],
  [msg('Admin name'), (of) => of.admin_name],
  [msg('Admin email'), (of) => of.admin_email],
  [msg('Admin phone'), (of) => of.admin_phone],
  [msg('Street'), (of) => of.location.street],
  [msg('City'), (of) => of.location.city],
  [msg('State'), (of) => of.location.state],
  ['ZIP', (of) => of.location.zip],
  [msg('Focus areas'), (of) => of.focus_areas.join('; ')],
  [msg('Preferred schools'), (of) => of.schools.join('; ')],
];
