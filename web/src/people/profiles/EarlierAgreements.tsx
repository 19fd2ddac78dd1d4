import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { callQuery } from '../../client/queries.ts';
import { showMoment } from '../../ui/dates.ts';
import { T } from '../../ui/T.tsx';
import { fileLink } from './Contact.tsx';

/** The agreements on which this account was approved earlier, for staff. */
export function EarlierAgreements({ userId }: { userId: string }) {
  const query = useQuery(callQuery(fileCalls.getAgreements, { id: userId }, { quiet: true }));
  const earlier = (query.data ?? []).filter(({ replaced_at }) => replaced_at !== null);
  if (earlier.length === 0) return null;
  return (
    <Stack gap={4} mt="sm">
      <Text size="sm" c="dimmed">
        {t('Earlier agreements')}
      </Text>
      {earlier.map((agreement) => (
        <div key={agreement._id}>
          <T
            m="<a/>, replaced {date}"
            date={showMoment(agreement.replaced_at ?? '')}
            a={fileLink(agreement, t('Uploaded {date}', { date: showMoment(agreement.createdAt) }))}
          />
        </div>
      ))}
    </Stack>
  );
}
