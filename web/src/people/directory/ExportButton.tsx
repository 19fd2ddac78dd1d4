import { t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { call } from '../../client/call.ts';
import { exportNotices } from '../../client/read-all.ts';
import { CsvExport } from '../../ui/CsvExport.tsx';
import { businessColumns } from './export-businesses.ts';

/** Exports every business of the school system for a spreadsheet, regardless of the filters. */
export function ExportButton() {
  return (
    <CsvExport
      label={t('Export all businesses')}
      name="businesses"
      columns={businessColumns}
      read={({ signal }) => call(peopleCalls.getAllBusinesses, {}, { signal })}
      {...exportNotices}
    />
  );
}
