import { Alert } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import type { ReactNode } from 'react';
import { callQuery, keepFresh } from '../../client/queries.ts';
import { TextLink } from '../../ui/links.tsx';

interface HoursWaitProps {
  projectId: string;
  /** The form for logging hours. */
  children: ReactNode;
}

/** Shows the form, or why hours cannot be logged yet: the school system requires a signed agreement first. */
export function HoursWait({ projectId: project_id, children }: HoursWaitProps) {
  const query = useQuery({
    ...callQuery(agreementCalls.getAgreement, { project_id }, { quiet: true }),
    ...keepFresh,
  });
  if (!query.data?.hours_wait) return children;
  return (
    <Alert icon={<IconSignature aria-hidden />} title={t('The agreement comes first')}>
      {t('You can log hours once everyone has signed it.')}{' '}
      <TextLink underline="always" to="/project/$id/agreement" params={{ id: project_id }}>
        {t('Open the agreement')}
      </TextLink>
    </Alert>
  );
}
