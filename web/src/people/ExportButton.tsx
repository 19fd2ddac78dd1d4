import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { peopleCalls } from '@waypost/contract/people/calls';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { saveCsv } from '../ui/csv.ts';
import { businessesAsCsv } from './export-businesses.ts';

/** Every business of the school system, whatever the filters, as a file for a spreadsheet. */
export function ExportButton() {
  const read = useCall(peopleCalls.getAllBusinesses, {
    onSuccess: (businesses) => {
      saveCsv('businesses.csv', businessesAsCsv(businesses, new Date()));
      const count = `${businesses.length.toLocaleString('en-US')} ${businesses.length === 1 ? 'business' : 'businesses'}`;
      notify.success(`${count} saved as businesses.csv.`, 'Export Complete');
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={read.isPending}
      onClick={() => read.mutate({})}
    >
      Export all partners
    </Button>
  );
}
