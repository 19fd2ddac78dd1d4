import { t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/calls';
import { call } from '../client/call.ts';
import { exportNotices } from '../client/read-all.ts';
import { CsvExport } from '../ui/CsvExport.tsx';
import { businessColumns } from './export-businesses.ts';

/** Every business of the school system, whatever the filters, as a file for a spreadsheet. */
export function ExportButton() {
  return (
    <CsvExport
      label={t('Export all partners')}
      name="businesses"
      columns={businessColumns}
      read={({ signal }) => call(peopleCalls.getAllBusinesses, {}, { signal })}
      {...exportNotices}
    />
  );
}
